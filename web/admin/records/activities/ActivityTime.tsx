import { useSyncExternalStore } from 'react'

import { dateTimeText } from '#web/ui/date-time-text.ts'

import { activityTime } from './activity-time.ts'

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
