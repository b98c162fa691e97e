import { MessageSquare } from 'lucide-react'
import { useState } from 'react'

import type { Case, CaseMessage } from '#contract/moderation/cases.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { openerText } from '#web/moderation/cases/cases.texts.ts'
import { CaseThread } from '#web/moderation/cases/CaseThread.tsx'
import { MessageForm } from '#web/moderation/cases/MessageForm.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Select } from '#web/ui/Select.tsx'

import { useDirectMessages } from './moderation.data.ts'
import { useResponses } from './use-responses.ts'

type Audience = CaseMessage['audience']

function hintOf(audience: Audience, caseData: Case, reporterId: number | undefined): string {
  if (audience === 'staff') return 'Only staff can read this.'
  const name =
    audience === 'author' ? 'the author' : reporterId === undefined ? openerText(caseData) : 'this reporter'
  return `Staff and ${name} can read this. We notify ${name}.`
}

/** The messages of a case with those of staff among themselves. */
export function Conversation({
  userId,
  caseData,
  isWriting,
  onWrite,
}: {
  userId: number
  caseData: Case
  /** The form is open. */
  isWriting: boolean
  onWrite: () => void
}) {
  const audiences = audiencesOf(caseData)
  const [audience, setAudience] = useState<Audience>('staff')
  const [reporterId, setReporterId] = useState<number>()
  const hasReporters = audience === 'opener' && caseData.reportCount > 1
  const recipientId = hasReporters ? reporterId : undefined
  const responses = useResponses(caseData, [audience])
  const [quoted, setQuoted] = useState<CaseMessage>()
  /** To the other party of a report, in the words of the first. */
  function passOn(message: CaseMessage) {
    setQuoted(message)
    setAudience(message.from === 'author' ? 'opener' : 'author')
    setReporterId(undefined)
    onWrite()
  }
  return (
    <Card as="section" padding="md" className="stack gap-4" aria-labelledby="messages">
      <h2 id="messages" className="text-lg">
        Messages
      </h2>
      <CaseThread
        key={caseData.id}
        caseData={caseData}
        renderAction={(message) =>
          canPassOn(caseData, message) && (
            <Button size="sm" variant="ghost" onClick={() => passOn(message)}>
              Pass on
            </Button>
          )
        }
      />
      {caseData.canMessage && (
        <div className="flex wrap gap-2">
          {!isWriting && (
            <Button icon={<MessageSquare />} aria-keyshortcuts="m" onClick={onWrite}>
              Write a message
            </Button>
          )}
          {caseData.kind === 'report' && <DirectMessages userId={userId} caseData={caseData} />}
        </div>
      )}
      {caseData.canMessage && isWriting && (
        <>
          <SegmentedControl label="Send to" options={audiences} value={audience} onChange={setAudience} />
          {hasReporters && (
            <Select
              label="Reporter"
              placeholder={`All ${caseData.reportCount} reporters`}
              value={String(reporterId ?? '')}
              options={caseData.reports.flatMap(({ reporter }) =>
                reporter ? { value: String(reporter.id), label: reporter.username } : [],
              )}
              onChange={({ currentTarget: { value } }) =>
                setReporterId(value === '' ? undefined : Number(value))
              }
            />
          )}
          <MessageForm
            key={quoted?.id}
            text={quoted && quoteOf(quoted)}
            userId={userId}
            caseId={caseData.id}
            audience={audience}
            reporterId={recipientId}
            hint={hintOf(audience, caseData, recipientId)}
            isFocused
            responses={responses}
          />
        </>
      )}
    </Card>
  )
}

/** What a party wrote to staff. */
const canPassOn = ({ kind, canMessage }: Case, { from, audience }: CaseMessage) =>
  kind === 'report' && canMessage && audience === 'staff' && (from === 'author' || from === 'opener')

const quoteOf = ({ from, text }: CaseMessage) =>
  `The ${from === 'author' ? 'author' : 'reporter'} writes:\n\n${text}`

function DirectMessages({ userId, caseData }: { userId: number; caseData: Case }) {
  const { hasDirectMessages } = caseData
  const { mutate, isPending, error } = useDirectMessages(userId, caseData.id)
  return (
    <>
      <Button isBusy={isPending} busyText="Saving..." onClick={() => mutate(!hasDirectMessages)}>
        {hasDirectMessages
          ? 'Stop direct messages'
          : `Let the author and ${openerText(caseData)} talk directly`}
      </Button>
      {error && <Alert tone="danger" title={errorMessage(error, 'This was not saved')} isAlert />}
    </>
  )
}

/** The opener of an appeal is the user concerned; a review has no opener. */
function audiencesOf({ kind, user, openedBy, reportCount }: Case): { value: Audience; label: string }[] {
  const opener = kind !== 'report' ? 'Member' : reportCount > 1 ? 'Reporters' : 'Reporter'
  const audiences = [
    { value: 'staff', label: 'Staff', isThere: true },
    { value: 'author', label: 'Author', isThere: user !== null && kind !== 'appeal' },
    { value: 'opener', label: opener, isThere: openedBy !== null && kind !== 'review' },
  ] as const
  return audiences.filter(({ isThere }) => isThere)
}
