const minute = 60
const units = [
  ['year', 'last year', 365.25 * 24 * 60 * minute],
  ['month', 'last month', 30.4375 * 24 * 60 * minute],
  ['week', 'last week', 7 * 24 * 60 * minute],
  ['day', 'yesterday', 24 * 60 * minute],
  ['hour', '1 hour ago', 60 * minute],
  ['minute', '1 minute ago', minute],
] as const

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/**
 * 14 Nov 2026. In UTC and in words of our own: the server's page and the browser's must read the same, whatever each
 * knows of English.
 */
export function dateText(iso: string): string {
  const date = new Date(iso)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** 6 days ago; whatever is less than a minute old, or by a clock that is off not yet there, is now. */
export function timeAgoText(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000
  for (const [unit, one, length] of units) {
    const count = Math.floor(seconds / length)
    if (count > 0) return count === 1 ? one : `${count} ${unit}s ago`
  }
  return 'just now'
}
