import { timeAgoText } from '#web/ui/time-ago.ts'

const minute = 60_000
const day = 24 * 60 * minute

const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Under an hour in minutes, under a day in hours, then in full: the log is read to find a moment. */
export function activityTime(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < minute) return 'Just now'
  if (age < day) return timeAgoText(iso, now)
  return fullTime(iso)
}

export function fullTime(iso: string): string {
  return full.format(new Date(iso))
}
