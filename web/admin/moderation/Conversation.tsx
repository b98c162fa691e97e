import { MessageSquare } from 'lucide-react'
import { useState } from 'react'

import type { Case, CaseMessage } from '#contract/cases.ts'
import { CaseThread } from '#web/cases/CaseThread.tsx'
import { MessageForm } from '#web/cases/MessageForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'

import styles from './Moderation.module.css'
import { useResponses } from './use-responses.ts'

type Audience = CaseMessage['audience']

const hints: Record<Audience, string> = {
  staff: 'Only staff reads it.',
  author: 'The author reads it, and is notified.',
  opener: 'The opener reads it, and is notified.',
}

/** The messages of a case with those of staff among themselves. */
export function Conversation({
  userId,
  shown,
  isWriting,
  onWrite,
}: {
  userId: number
  shown: Case
  /** The form is open. */
  isWriting: boolean
  onWrite: () => void
}) {
  const audiences = audiencesOf(shown)
  const [audience, setAudience] = useState<Audience>('staff')
  const responses = useResponses(shown, [audience])
  return (
    <Card as="section" padding="md" className={styles.section} aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <CaseThread messages={shown.messages} role={shown.role} />
      {shown.canMessage && !isWriting && (
        <div>
          <Button icon={<MessageSquare />} aria-keyshortcuts="m" onClick={onWrite}>
            Write a message
          </Button>
        </div>
      )}
      {shown.canMessage && isWriting && (
        <>
          <SegmentedControl
            label="Who reads it"
            options={audiences}
            value={audience}
            onChange={setAudience}
          />
          <MessageForm
            userId={userId}
            caseId={shown.id}
            audience={audience}
            hint={hints[audience]}
            isFocused
            responses={responses}
          />
        </>
      )}
    </Card>
  )
}

/** The opener of an appeal is the user concerned; a review has no opener. */
function audiencesOf({ kind, user, openedBy }: Case): { value: Audience; label: string }[] {
  const hasOpener = openedBy !== null && kind !== 'review'
  return [
    { value: 'staff', label: 'Staff' },
    ...(user && kind !== 'appeal' ? [{ value: 'author' as const, label: 'Author' }] : []),
    ...(hasOpener ? [{ value: 'opener' as const, label: 'Opener' }] : []),
  ]
}
