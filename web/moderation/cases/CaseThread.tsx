import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { Case, CaseMessage, CaseMessagePage } from '#contract/moderation/cases.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { audienceText, senderText } from './cases.texts.ts'
import styles from './Cases.module.css'

/** The messages of a case that the reader may see, oldest first: the latest, and earlier ones on demand. */
export function CaseThread({
  caseData,
  renderAction,
}: {
  caseData: Pick<Case, 'id' | 'kind' | 'messages' | 'hasEarlierMessages' | 'role' | 'reportCount'>
  /** For staff: beside a message of a party. */
  renderAction?: (message: CaseMessage) => ReactNode
}) {
  const { id } = caseData
  const [loaded, setLoaded] = useState<CaseMessagePage>()
  const { messages, hasEarlierMessages } = joinMessages(loaded, caseData)
  const [first] = messages
  const { mutate, isPending, error } = useMutation({
    mutationFn: (before: number) =>
      call('GET /api/cases/:id/messages', { params: { id }, query: { before } }),
    onSuccess: (page) => setLoaded({ ...page, messages: [...page.messages, ...messages] }),
  })
  if (!first) return <p className="faint text-sm">No messages yet.</p>
  return (
    <>
      {error && (
        <Alert tone="danger" title={errorMessage(error, 'Failed to load earlier messages')} isAlert />
      )}
      {hasEarlierMessages && (
        <div>
          <Button isBusy={isPending} busyText="Loading..." onClick={() => mutate(first.id)}>
            Earlier messages
          </Button>
        </div>
      )}
      <ol className="stack gap-3">
        {messages.map((message) => (
          <li
            key={message.id}
            className={`${styles.message} grid gap-2px pad-3-4 framed round-md`}
            data-from={message.from}
            data-audience={message.audience}
          >
            <p className="flex wrap gap-0-3 faint text-sm">
              <b className="vivid">{senderText(message, caseData)}</b>
              {audienceText(message, caseData) && <span>{audienceText(message, caseData)}</span>}
              <TimeAgo time={message.at} />
              {renderAction?.(message)}
            </p>
            <p className={`${styles.text} break pre-line`}>{message.text}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The latest messages after those that were loaded before, unless there is a gap between them. */
export function joinMessages(loaded: CaseMessagePage | undefined, latest: CaseMessagePage): CaseMessagePage {
  const first = latest.messages[0]?.id ?? 0
  const isJoined = loaded?.messages.some(({ id }) => id >= first) ?? false
  if (!loaded || !isJoined) return latest
  return { ...loaded, messages: [...loaded.messages.filter(({ id }) => id < first), ...latest.messages] }
}
