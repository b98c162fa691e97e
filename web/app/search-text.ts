/** Search parameters as plain strings instead of the router's JSON: `?q=7` stays "7", and URLs stay readable. */
export function parseSearchText(search: string): Record<string, string> {
  return search.length > 1 ? Object.fromEntries(new URLSearchParams(search)) : {}
}

export function writeSearchText(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  if (known.length === 0) return ''
  const text = new URLSearchParams(known.map(([key, value]) => [key, String(value)])).toString()
  return `?${text}`
}
