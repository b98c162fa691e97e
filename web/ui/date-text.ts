const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** 14 Nov 2026. In UTC and without Intl, so that server and browser render the same text. */
export function dateText(iso: string): string {
  const date = new Date(iso)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

const minute = 60
const units = [
  ['year', 'last year', 365.25 * 24 * 60 * minute],
  ['month', 'last month', 30.4375 * 24 * 60 * minute],
  ['week', 'last week', 7 * 24 * 60 * minute],
  ['day', 'yesterday', 24 * 60 * minute],
  ['hour', '1 hour ago', 60 * minute],
  ['minute', '1 minute ago', minute],
] as const

/** 6 days ago; also a time in the future is `just now`, because clocks differ. */
export function timeAgoText(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000
  for (const [unit, singular, length] of units) {
    const count = Math.floor(seconds / length)
    if (count > 0) return count === 1 ? singular : `${count} ${unit}s ago`
  }
  return 'just now'
}
