import { useSyncExternalStore } from 'react'

import { dateText, timeAgoText } from './date-text.ts'

/** The server renders the date, because its page may be cached for long. */
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
