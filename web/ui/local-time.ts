/** A time in the time zone of the reader, as a `datetime-local` field has it; its first ten characters are a date field. */
export function toLocalTime(time: string | number): string {
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
