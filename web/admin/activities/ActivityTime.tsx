import { useSyncExternalStore } from 'react'

import { activityTime, fullTime } from './activity-time.ts'

export function ActivityTime({ time }: { time: string }) {
  const text = useSyncExternalStore(
    subscribe,
    () => activityTime(time, Date.now()),
    () => fullTime(time),
  )
  return (
    <time dateTime={time} title={fullTime(time)}>
      {text}
    </time>
  )
}

function subscribe(notify: () => void): () => void {
  const handle = setInterval(notify, 30_000)
  return () => clearInterval(handle)
}
