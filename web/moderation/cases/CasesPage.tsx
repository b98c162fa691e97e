import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'

import type { CaseRow } from '#contract/moderation/cases.ts'
import { casePath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { AppealForm } from './AppealForm.tsx'
import { caseName, caseStatus, reasonTexts } from './cases.texts.ts'
import { ownCasesQuery } from './cases.data.ts'
import { appealSubject, parseCasesSearch, type CasesSearch } from './cases-search.ts'

/** The cases that the user opened, and those about the user. */
export function CasesPage() {
  const { pendingSearch } = usePendingSearch(useSearch({ from: '/cases' }), parseCasesSearch)
  const session = useSession()
  return (
    <div className="page-width stack gap-5 pb-16 reading">
      <PageHead title="Cases" text="Your reports and appeals, and decisions about you and your scripts." />
      {session ? (
        <OwnCases key={session.user.id} userId={session.user.id} search={pendingSearch} />
      ) : (
        <AuthenticationRequired text="Sign in to see your cases." skeleton={<CasesSkeleton />} />
      )}
    </div>
  )
}

function OwnCases({ userId, search }: { userId: number; search: CasesSearch }) {
  const navigate = useNavigate()
  const query = useQuery(ownCasesQuery(userId, search))
  const { data, isPending, isError, isPlaceholderData } = query
  if (isPending) return <CasesSkeleton />
  if (isError && !data)
    return (
      <Card>
        <FailedState title="Failed to load your cases" query={query} />
      </Card>
    )
  const { cases, pagination } = data
  const subject = appealSubject(search.appeal)
  return (
    <>
      {subject && (
        <Card as="section" padding="md" aria-labelledby="appeal" className="stack gap-4">
          <h2 id="appeal" className="text-lg">
            {subject.hiddenText
              ? 'Appeal a hidden text'
              : subject.removalId
                ? 'Appeal a hidden script'
                : 'Appeal a withdrawn version'}
          </h2>
          <AppealForm
            key={search.appeal}
            userId={userId}
            subject={subject}
            onOpened={({ id }) => void navigate({ to: casePath(id), replace: true })}
            onCancel={() => void navigate({ to: '/cases', search: {}, replace: true })}
          />
        </Card>
      )}
      <Card aria-busy={isPlaceholderData}>
        {cases.length === 0 ? (
          <EmptyState
            icon={<Inbox />}
            title="No cases yet"
            text="Your reports, your appeals and reviews of your scripts appear here."
          />
        ) : (
          <ul className="fades lined" data-stale={isPlaceholderData || undefined}>
            {cases.map((row) => (
              <OwnCase key={row.id} row={row} />
            ))}
          </ul>
        )}
      </Card>
      <Pagination
        page={isPlaceholderData ? (search.page ?? 1) : pagination.page}
        pageCount={pagination.totalPages}
        renderLink={(page, props) => (
          <Link
            to="/cases"
            search={page > 1 ? { page } : {}}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
    </>
  )
}

function OwnCase({ row }: { row: CaseRow }) {
  const { tone, text } = caseStatus(row)
  return (
    <li>
      <Link to={casePath(row.id)} className="row wrap between gap-2-4 pad-4-5 break hover-fill focus-inside">
        <span className="flex-260 grid min-0">
          <b>{row.title}</b>
          <span className="faint text-sm">
            {caseName(row)} · {row.number && `${row.number} · `}
            {reasonTexts[row.reason]} · <TimeAgo time={row.createdAt} />
          </span>
        </span>
        <Badge tone={tone}>{text}</Badge>
      </Link>
    </li>
  )
}

function CasesSkeleton() {
  return (
    <Card aria-busy="true">
      <output className="visually-hidden">Loading your cases</output>
      <ul className="fades lined">
        {['a', 'b', 'c', 'd'].map((key) => (
          <li key={key} className="row wrap between gap-2-4 pad-4-5 break hover-fill focus-inside">
            <Skeleton width="46%" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
