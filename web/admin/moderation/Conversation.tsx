import { MessageSquare } from 'lucide-react'
import { useState } from 'react'

import type { Case, CaseMessage } from '#contract/cases.ts'
import { CaseThread } from '#web/cases/CaseThread.tsx'
import { MessageForm } from '#web/cases/MessageForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Select } from '#web/ui/Select.tsx'

import styles from './Moderation.module.css'
import { useResponses } from './use-responses.ts'

type Audience = CaseMessage['audience']

function hintOf(audience: Audience, shown: Case, reporterId: number | undefined): string {
  if (audience === 'staff') return 'Only staff reads it.'
  if (audience === 'author') return 'The author reads it, and is notified.'
  if (reporterId !== undefined) return 'This reporter reads it, and is notified.'
  return shown.reportCount > 1
    ? 'All reporters read it, and are notified.'
    : 'The opener reads it, and is notified.'
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
  const [reporterId, setReporterId] = useState<number>()
  const hasReporters = audience === 'opener' && shown.reportCount > 1
  const recipientId = hasReporters ? reporterId : undefined
  const responses = useResponses(shown, [audience])
  return (
    <Card as="section" padding="md" className={styles.section} aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <CaseThread key={shown.id} shown={shown} />
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
          {hasReporters && (
            <Select
              label="Reporter"
              placeholder={`All ${shown.reportCount} reporters`}
              value={String(reporterId ?? '')}
              options={shown.reports.flatMap(({ reporter }) =>
                reporter ? { value: String(reporter.id), label: reporter.username } : [],
              )}
              onChange={({ currentTarget: { value } }) =>
                setReporterId(value === '' ? undefined : Number(value))
              }
            />
          )}
          <MessageForm
            userId={userId}
            caseId={shown.id}
            audience={audience}
            reporterId={recipientId}
            hint={hintOf(audience, shown, recipientId)}
            isFocused
            responses={responses}
          />
        </>
      )}
    </Card>
  )
}

/** The opener of an appeal is the user concerned; a review has no opener. */
function audiencesOf({ kind, user, openedBy, reportCount }: Case): { value: Audience; label: string }[] {
  const hasOpener = openedBy !== null && kind !== 'review'
  return [
    { value: 'staff', label: 'Staff' },
    ...(user && kind !== 'appeal' ? [{ value: 'author' as const, label: 'Author' }] : []),
    ...(hasOpener ? [{ value: 'opener' as const, label: reportCount > 1 ? 'Reporters' : 'Opener' }] : []),
  ]
}
