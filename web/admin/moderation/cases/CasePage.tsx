import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch, useNavigate } from '@tanstack/react-router'
import { SearchX, ChevronDown, ChevronUp, Keyboard } from 'lucide-react'
import { useState } from 'react'

import type { Case } from '#contract/moderation/cases.ts'
import type { ModerationSearch } from '#web/admin/admin-search.ts'
import { AccessDenied, AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { PageSkeleton } from '#web/admin/layout/AdminSkeleton.tsx'
import { moderationPermissions } from '#web/app/moderation-path.ts'
import { casePath } from '#web/app/paths.ts'
import type { Session } from '#web/app/session-store.ts'
import { hasAnyPermission, useSession } from '#web/app/session.ts'
import { caseQuery } from '#web/moderation/cases/cases.data.ts'
import { caseName, caseStatus, reasonTexts, caseDueText } from '#web/moderation/cases/cases.texts.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { CaseClaim, useClaim } from './CaseClaim.tsx'
import { CaseSubject } from './CaseSubject.tsx'
import { Conversation } from './Conversation.tsx'
import { DecisionPanel } from './DecisionPanel.tsx'
import { queueQuery } from './moderation.data.ts'
import styles from './Moderation.module.css'
import { kindOf, neighbourOf } from './queue-order.ts'
import { useKeys } from './use-keys.ts'

const KeyList = lazyDialog(() => import('./KeyList.tsx'), 'KeyList')

export function CasePage() {
  const { id: text } = useParams({ from: '/admin/moderation/$id' })
  const search = useSearch({ from: '/admin/moderation/$id' })
  const session = useSession()
  const id = parseScriptId(text)
  const userId = session?.user.id ?? 0
  const maySee = hasAnyPermission(session, moderationPermissions)
  const query = useQuery({ ...caseQuery(userId, id ?? 0), enabled: maySee && id !== undefined })
  if (!session || !maySee) return <AccessDenied />
  const caseData = id === undefined ? null : query.data
  if (caseData?.role === 'staff') return <CaseScreen key={caseData.id} {...{ session, caseData, search }} />
  if (caseData !== undefined)
    return (
      <EmptyState
        heading="h1"
        icon={<SearchX />}
        title={caseData ? 'You take part in this case' : 'Case not found'}
        text={
          caseData
            ? 'Another member of staff must decide it.'
            : 'It does not exist, or you need another permission to decide it.'
        }
        action={
          <Link to={caseData ? casePath(caseData.id) : '/admin/moderation'} className="text-link">
            {caseData ? 'View the case' : 'All cases'}
          </Link>
        }
      />
    )
  if (query.isError)
    return <FailedState heading="h1" title="Failed to load case" text={query.error.message} query={query} />
  return <PageSkeleton />
}

/** A case for staff: what it is about beside the thread and the decision. */
function CaseScreen({
  session,
  caseData,
  search,
}: {
  session: Session
  caseData: Case
  search: ModerationSearch
}) {
  const { id, title } = caseData
  const navigate = useNavigate()
  const claim = useClaim(session, caseData)
  const { data: queue } = useQuery(queueQuery({ ...search, kind: kindOf(session, search) }))
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const [scriptId, setScriptId] = useState<number>()
  const script = caseData.noticeScripts.find((candidate) => candidate.id === scriptId)
  const subject = script ? { ...caseData, script: { ...script, isHidden: script.isTakenDown } } : caseData
  const neighbours = {
    previous: queue && neighbourOf(queue.cases, caseData, -1),
    next: queue && neighbourOf(queue.cases, caseData, 1),
  }
  const open = (target: { id: number } | undefined) =>
    target && void navigate({ to: '/admin/moderation/$id', params: { id: String(target.id) }, search })
  useKeys({
    j: () => open(neighbours.next),
    k: () => open(neighbours.previous),
    u: () => void navigate({ to: '/admin/moderation', search }),
    m: () => {
      setWriting(true)
      document.querySelector<HTMLElement>('textarea[name=message]')?.focus()
    },
    '?': () => setHelpOpen(true),
  })
  return (
    <AdminPage
      title={title}
      text={<Facts caseData={caseData} />}
      isWide
      actions={
        <>
          <Link to="/admin/moderation" search={search} className={buttonClass()} aria-keyshortcuts="u">
            Queue
          </Link>
          <Neighbour label="Previous" keys="k" target={neighbours.previous} search={search} />
          <Neighbour label="Next" keys="j" target={neighbours.next} search={search} />
          <Button
            icon={<Keyboard />}
            aria-keyshortcuts="?"
            className={styles.keysButton}
            onClick={() => setHelpOpen(true)}
          >
            Keys
          </Button>
        </>
      }
    >
      <CaseClaim caseData={caseData} claim={claim} />
      <div className={`${styles.columns} grid gap-6 top`}>
        <div className="stack gap-5">
          <CaseSubject caseData={subject} onShowScript={setScriptId} />
          {(caseData.state === 'open' || caseData.canRestore) && caseData.blockedBy === null && (
            <Button variant="cta" className={`${styles.toDecision} hidden`} onClick={showDecision}>
              Decide
            </Button>
          )}
        </div>
        <div className={`stack gap-5 sticky top-0 scroll-y ${styles.side}`}>
          <Conversation
            userId={session.user.id}
            caseData={caseData}
            isWriting={isWriting}
            onWrite={() => setWriting(true)}
          />
          <DecisionPanel key={id} {...{ session, caseData, subject, search, claim }} />
        </div>
      </div>
      {isHelpOpen && <KeyList onClose={() => setHelpOpen(false)} />}
    </AdminPage>
  )
}

/** Where the decision stands below the report. */
function showDecision() {
  const heading = document.querySelector<HTMLElement>('#decision')
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

function Facts({ caseData }: { caseData: Case }) {
  const { kind, reason, createdAt, openedBy, reportCount } = caseData
  const [now] = useState(Date.now)
  const { tone, text } = caseStatus(caseData)
  const due = caseDueText(caseData, now)
  return (
    <span className="gap-2px-4 row wrap faint text-sm">
      <Badge tone={tone}>{text}</Badge>
      <span>{caseName(caseData)}</span>
      {/* The text of a review says it. */}
      {kind !== 'review' && <span>{reasonTexts[reason]}</span>}
      <TimeAgo time={createdAt} />
      {openedBy && kind !== 'review' && <span>opened by {openedBy}</span>}
      {reportCount > 1 && <span>{reportCount} reports</span>}
      {due && <Badge tone={due.isLate ? 'danger' : 'warn'}>{due.text}</Badge>}
    </span>
  )
}

function Neighbour({
  label,
  keys,
  target,
  search,
}: {
  label: 'Previous' | 'Next'
  keys: string
  target: { id: number; title: string } | undefined
  search: ModerationSearch
}) {
  const content = (
    <>
      {label === 'Next' ? <ChevronDown /> : <ChevronUp />}
      {label}
    </>
  )
  if (!target)
    return (
      <button type="button" className={buttonClass()} disabled>
        {content}
      </button>
    )
  return (
    <Link
      to="/admin/moderation/$id"
      params={{ id: String(target.id) }}
      search={search}
      title={target.title}
      className={buttonClass()}
      aria-keyshortcuts={keys}
    >
      {content}
    </Link>
  )
}
