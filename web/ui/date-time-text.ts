const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** 14 Nov 2026, 18:04 in the time zone of the reader. Not for a first page: `Intl` delays it. */
export function dateTimeText(iso: string): string {
  return format.format(new Date(iso))
}

/** A time in the time zone of the reader, as a `datetime-local` field has it; its first ten characters are a date field. */
export function toLocalTime(time: string | number): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The names that browsers know, with one that they do not list. */
export function timeZones(saved: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), saved])]
}

/** Undefined where the browser hides it. */
export function browserTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone && timeZones('UTC').includes(timeZone) ? timeZone : undefined
}
