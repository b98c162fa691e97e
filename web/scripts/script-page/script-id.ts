const idMax = 2_147_483_647

/** undefined for a path segment that is not an id. */
export function parseScriptId(text: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined
  const id = Number(text)
  return id <= idMax ? id : undefined
}
