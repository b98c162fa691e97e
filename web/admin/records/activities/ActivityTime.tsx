import { useSyncExternalStore } from 'react'

import { dateTimeText } from '#web/ui/date-time-text.ts'
import { timeAgoText } from '#web/ui/date-text.ts'

const minute = 60_000
const day = 24 * 60 * minute

export function ActivityTime({ time }: { time: string }) {
  const text = useSyncExternalStore(
    subscribe,
    () => activityTime(time, Date.now()),
    () => dateTimeText(time),
  )
  return (
    <time dateTime={time} title={dateTimeText(time)}>
      {text}
    </time>
  )
}

function subscribe(notify: () => void): () => void {
  const handle = setInterval(notify, 30_000)
  return () => clearInterval(handle)
}

/** Relative for a day, then date and time. */
export function activityTime(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < minute) return 'Just now'
  if (age < day) return timeAgoText(iso, now)
  return dateTimeText(iso)
}
