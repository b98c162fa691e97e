/** The names that browsers know, with one that they do not list. */
export function timeZones(saved: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), saved])]
}

/** Undefined where the browser hides it. */
export function browserTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone && timeZones('UTC').includes(timeZone) ? timeZone : undefined
}
