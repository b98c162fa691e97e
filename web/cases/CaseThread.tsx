import type { Case } from '#contract/cases.ts'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { audienceText, senderText } from './case-texts.ts'
import styles from './Cases.module.css'

/** The messages of a case that the reader may see, oldest first. */
export function CaseThread({
  shown: { messages, role, reportCount },
}: {
  shown: Pick<Case, 'messages' | 'role' | 'reportCount'>
}) {
  if (messages.length === 0) return <p className={styles.note}>No messages yet.</p>
  return (
    <ol className={styles.thread}>
      {messages.map((message) => (
        <li
          key={message.id}
          className={styles.message}
          data-from={message.from}
          data-audience={message.audience}
        >
          <p className={styles.sender}>
            <b>{senderText(message, role)}</b>
            {role === 'staff' && <span>{audienceText(message, reportCount)}</span>}
            <TimeAgo time={message.at} />
          </p>
          <p className={styles.text}>{message.text}</p>
        </li>
      ))}
    </ol>
  )
}
