const minute = 60_000
const hour = 60 * minute

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Under an hour in minutes, under a day in hours, then in full: the log is read to find a moment. */
export function activityTime(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < minute) return 'Just now'
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute')
  if (age < 24 * hour) return relative.format(-Math.floor(age / hour), 'hour')
  return fullTime(iso)
}

export function fullTime(iso: string): string {
  return full.format(new Date(iso))
}
