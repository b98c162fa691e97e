import { useSyncExternalStore } from 'react'

import { dateText, timeAgoText } from './time-ago.ts'

/** The date on the server's page, which may be old, and how long ago it is once the page runs. */
export function TimeAgo({ time }: { time: string }) {
  const text = useSyncExternalStore(
    subscribe,
    () => timeAgoText(time, Date.now()),
    () => dateText(time),
  )
  return (
    <time dateTime={time} title={dateText(time)}>
      {text}
    </time>
  )
}

function subscribe(notify: () => void): () => void {
  const handle = setInterval(notify, 60_000)
  return () => clearInterval(handle)
}
