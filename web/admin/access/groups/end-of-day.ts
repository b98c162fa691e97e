/** The end of a day in the browser's time zone: a membership that ends on a day includes that day. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
