const minute = 60
const units = [
  ['year', 365.25 * 24 * 60 * minute],
  ['month', 30.4375 * 24 * 60 * minute],
  ['week', 7 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
// UTC on both sides: the server's page and the browser's must read the same.
const absolute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** 14 Nov 2026. */
export function dateText(iso: string): string {
  return absolute.format(new Date(iso))
}

/** 6 days ago; whatever is less than a minute old, or by a clock that is off not yet there, is now. */
export function timeAgoText(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000
  for (const [unit, length] of units)
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit)
  return 'just now'
}
