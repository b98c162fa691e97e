/** The last moment of a chosen day, where the browser is: what ends on a day still holds on it. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString()
}
