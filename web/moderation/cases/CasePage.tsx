import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Hourglass, Scale, SearchX } from 'lucide-react'
import { useState } from 'react'

import type { Case } from '#contract/moderation/cases.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { moderationCasePath } from '#web/app/moderation-path.ts'
import { casePath, scriptPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { capitalize } from '#web/ui/capitalize.ts'
import { Card } from '#web/ui/Card.tsx'
import { dateTimeText } from '#web/ui/date-time-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { AppealForm } from './AppealForm.tsx'
import { CaseResult, CaseText } from './CaseFacts.tsx'
import { CaseReports } from './CaseReports.tsx'
import { caseQuery } from './cases.data.ts'
import { caseName, caseStatus, openerText, openingTitles, positionText, reasonTexts } from './cases.texts.ts'
import { CaseThread } from './CaseThread.tsx'
import { MessageForm } from './MessageForm.tsx'

/** A case as its parties see it. */
export function CasePage() {
  const { id } = useParams({ from: '/cases/$id' })
  const caseId = parseScriptId(id)
  const session = useSession()
  return (
    <article className="page-width stack gap-5 pb-16 reading">
      {caseId === undefined ? (
        <NoCase />
      ) : session ? (
        <CaseOf key={`${session.user.id} ${caseId}`} userId={session.user.id} caseId={caseId} />
      ) : (
        <>
          <div className="pt-8">
            <h1 className="text-h2 break">Case #{caseId}</h1>
          </div>
          <AuthenticationRequired text="Sign in to see this case." skeleton={<CaseSkeleton />} />
        </>
      )}
    </article>
  )
}

function CaseOf({ userId, caseId }: { userId: number; caseId: number }) {
  const query = useQuery(caseQuery(userId, caseId))
  const { data, isError } = query
  if (data === null) return <NoCase />
  if (data) return <CaseContent userId={userId} caseData={data} />
  if (!isError) return <CaseSkeleton />
  return (
    <FailedState
      heading="h1"
      title="Failed to load the case"
      text="The server did not respond as expected. Please try again."
      query={query}
    />
  )
}

function CaseContent({ userId, caseData }: { userId: number; caseData: Case }) {
  const { id, kind, title, text, evidence, script, reason, createdAt } = caseData
  const { position, role, messages, canMessage, reports, reportCount } = caseData
  const status = caseStatus(caseData)
  return (
    <>
      <header className="pt-8 grid gap-3">
        <Breadcrumbs
          steps={[
            { label: 'Cases', renderLink: (props) => <Link to="/cases" {...props} /> },
            { label: caseName(caseData) },
          ]}
        />
        <h1 className="text-h2 break">{title}</h1>
        <p className="row wrap gap-1-4 muted text-sm">
          <Badge tone={status.tone}>{status.text}</Badge>
          {/* The text of a review says it. */}
          {kind !== 'review' && <span>{reasonTexts[reason]}</span>}
          <span>
            Opened on <time dateTime={createdAt}>{dateTimeText(createdAt)}</time>
          </span>
          {script && (
            <Link to={scriptPath(script.id)} className="text-link">
              {script.name}
            </Link>
          )}
          {role === 'staff' && (
            <Link to={moderationCasePath(id)} className="text-link">
              Open in the queue
            </Link>
          )}
        </p>
      </header>
      {position && (
        <Alert icon={<Hourglass />} title="Waiting for review">
          {positionText(position)}.
        </Alert>
      )}
      <CaseResult decided={caseData} />
      <Appeal userId={userId} caseData={caseData} />
      {role === 'author' && caseData.decision === 'taken-down' && <CounterNoticeOffer caseId={id} />}
      {(text !== '' || evidence.length > 0) && (
        <Card as="section" padding="md" className="stack gap-4" aria-labelledby="opening">
          <h2 id="opening" className="text-lg">
            {reports.length > 1 ? `Reports (${reportCount})` : openingTitles[kind]}
          </h2>
          {reports.length > 1 ? <CaseReports caseData={caseData} /> : <CaseText opened={caseData} />}
        </Card>
      )}
      <Card as="section" padding="md" className="stack gap-4" aria-labelledby="messages">
        <h2 id="messages" className="text-lg">
          Messages
        </h2>
        {(canMessage || messages.length > 0) && <CaseThread key={id} caseData={caseData} />}
        {canMessage ? (
          <PartyMessage userId={userId} caseData={caseData} />
        ) : (
          <p className="faint text-sm">This case is closed. You can’t write any more messages.</p>
        )}
      </Card>
    </>
  )
}

/** A party writes to our team, and to the other party of a report while staff allow that. */
function PartyMessage({ userId, caseData }: { userId: number; caseData: Case }) {
  const { id, role, hasDirectMessages } = caseData
  const other = role === 'author' ? ('opener' as const) : ('author' as const)
  const [audience, setAudience] = useState<'staff' | 'author' | 'opener'>('staff')
  const isDirect = hasDirectMessages && role !== 'staff' && audience === other
  const name = other === 'author' ? 'the author' : openerText(caseData)
  return (
    <>
      {hasDirectMessages && role !== 'staff' && (
        <SegmentedControl
          label="Send to"
          options={[
            { value: 'staff', label: 'Our team' },
            { value: other, label: capitalize(name) },
          ]}
          value={isDirect ? other : 'staff'}
          onChange={setAudience}
        />
      )}
      <MessageForm
        userId={userId}
        caseId={id}
        audience={isDirect ? other : 'staff'}
        hint={
          isDirect
            ? `Our team and ${name} can read this.${role === 'opener' ? ' The author does not see your name.' : ''}`
            : 'Only our team can read this.'
        }
      />
    </>
  )
}

function Appeal({ userId, caseData: { id, canAppeal } }: { userId: number; caseData: Case }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  if (!canAppeal) return null
  return (
    <Card as="section" padding="md" className="stack gap-4" aria-label="Appeal">
      {isOpen ? (
        <AppealForm
          userId={userId}
          subject={{ parentId: id }}
          onOpened={(opened) => void navigate({ to: casePath(opened.id) })}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <div className="row wrap between gap-3">
          <p>Do you think this is a mistake? You can appeal this decision once.</p>
          <Button icon={<Scale />} onClick={() => setOpen(true)}>
            Appeal
          </Button>
        </div>
      )}
    </Card>
  )
}

function CounterNoticeOffer({ caseId }: { caseId: number }) {
  return (
    <Card as="section" padding="md" className="stack gap-4" aria-label="Counter-notice">
      <div className="row wrap between gap-3">
        <p>Was your script taken down by mistake? You can send a counter-notice once.</p>
        <Link
          to="/takedown/$number/counter-notice"
          params={{ number: `DMCA-${caseId}` }}
          className={buttonClass()}
        >
          Send a counter-notice
        </Link>
      </div>
    </Card>
  )
}

function NoCase() {
  return (
    <EmptyState
      heading="h1"
      icon={<SearchX />}
      title="Case not found"
      text="It does not exist, or you are not part of it."
      action={
        <Link to="/cases" className="text-link">
          Your cases
        </Link>
      }
    />
  )
}

function CaseSkeleton() {
  return (
    <div aria-busy="true" className="stack gap-4">
      <output className="visually-hidden">Loading the case</output>
      <Skeleton width="46%" height="2.4rem" />
      <Skeleton shape="block" height={260} />
    </div>
  )
}
