import type { Case } from '#contract/cases.ts'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { audienceTexts, senderText } from './case-texts.ts'
import styles from './Cases.module.css'

/** The messages of a case that the reader may see, oldest first. */
export function CaseThread({ messages, role }: Pick<Case, 'messages' | 'role'>) {
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
            {role === 'staff' && <span>{audienceTexts[message.audience]}</span>}
            <TimeAgo time={message.at} />
          </p>
          <p className={styles.text}>{message.text}</p>
        </li>
      ))}
    </ol>
  )
}
