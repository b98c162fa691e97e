import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CircleCheckBig, Keyboard } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'

import type { CaseKind } from '#contract/cases.ts'
import { parseModerationSearch, type ModerationSearch } from '#web/admin/admin-search.ts'
import { moderationPermissions } from '#web/admin/layout/admin-entries.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { hasAnyPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

import styles from './Moderation.module.css'
import { queueQuery } from './moderation.data.ts'
import { kindOf, kindsOf, queueKinds } from './queue-kinds.ts'
import { QueueRow } from './QueueRow.tsx'
import { useKeys } from './use-keys.ts'

const KeyList = lazy(async () => ({ default: (await import('./KeyList.tsx')).KeyList }))

/** The cases that wait, oldest first. */
export function QueuePage() {
  const { pendingSearch, search } = usePendingSearch(
    useSearch({ from: '/admin/moderation' }),
    parseModerationSearch,
  )
  const session = useSession()
  const maySee = hasAnyPermission(session, moderationPermissions)
  const kinds = kindsOf(session)
  const kind = kindOf(session, pendingSearch)
  const query = useQuery({ ...queueQuery({ ...search, kind: kindOf(session, search) }), enabled: maySee })
  const { cases, counts, pagination } = query.data ?? {}
  const isStale = pendingSearch !== search || query.isPlaceholderData
  const [isHelpOpen, setHelpOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const move = (step: 1 | -1) => focusRow(list.current, step)
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => list.current?.querySelector('a')?.click(),
    '?': () => setHelpOpen(true),
  })
  return (
    <AdminPage
      title="Moderation"
      text="Reviews, reports, appeals and takedowns, the oldest first."
      needs={moderationPermissions}
      actions={
        <>
          {hasAnyPermission(session, ['admin.scripts.moderate', 'admin.takedowns.manage']) && (
            <Link to="/admin/moderation/blocklist" className={buttonClass()}>
              Blocklist
            </Link>
          )}
          <Button icon={<Keyboard />} aria-keyshortcuts="?" onClick={() => setHelpOpen(true)}>
            Keys
          </Button>
        </>
      }
    >
      <Tabs
        label="Kind of case"
        currentId={kind}
        tabs={kinds.map(({ id, label }) => ({ id, label, count: counts?.[id] }))}
        renderLink={(id, props) => (
          <Link
            to="/admin/moderation"
            search={parseModerationSearch({
              ...pendingSearch,
              kind: id === kinds[0]?.id ? undefined : id,
              page: undefined,
            })}
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            {...props}
          />
        )}
      />
      <QueueFilters search={pendingSearch} />
      <Card aria-busy={query.isPending || isStale}>
        {query.isError && !cases ? (
          <FailedState
            title="Failed to load cases"
            text={query.error.message}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : cases?.length === 0 ? (
          <EmptyState icon={<CircleCheckBig />} title="Nothing here" text={emptyText(pendingSearch, kind)} />
        ) : (
          <ul ref={list} className={styles.list} data-stale={isStale || undefined}>
            {cases?.map((row) => <QueueRow key={row.id} row={row} search={search} />) ??
              ['a', 'b', 'c', 'd', 'e'].map((key) => (
                <li key={key} className={styles.row}>
                  <Skeleton width="52%" />
                </li>
              ))}
          </ul>
        )}
      </Card>
      {pagination && (
        <Pagination
          page={isStale ? (pendingSearch.page ?? 1) : pagination.page}
          pageCount={pagination.totalPages}
          renderLink={(page, props) => (
            <Link
              to="/admin/moderation"
              search={parseModerationSearch({ ...search, page })}
              activeOptions={{ exact: true, explicitUndefined: true }}
              {...props}
            />
          )}
        />
      )}
      {isHelpOpen && (
        <Suspense>
          <KeyList onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </AdminPage>
  )
}

function QueueFilters({ search }: { search: ModerationSearch }) {
  const navigate = useNavigate()
  const filter = (change: Record<string, unknown>) =>
    void navigate({
      to: '/admin/moderation',
      search: parseModerationSearch({ ...search, page: undefined, ...change }),
      resetScroll: false,
    })
  return (
    <Toolbar>
      <SegmentedControl
        label="State"
        options={[
          { value: 'open', label: 'Open' },
          { value: 'closed', label: 'Closed' },
        ]}
        value={search.state ?? 'open'}
        onChange={(state) => filter({ state })}
      />
      <Select
        layout="inline"
        label="Claimed"
        value={search.claimed ?? ''}
        isSet={search.claimed !== undefined}
        onChange={({ currentTarget }) => filter({ claimed: currentTarget.value })}
        options={[
          { value: '', label: 'All' },
          { value: 'me', label: 'By me' },
          { value: 'none', label: 'Unclaimed' },
        ]}
      />
    </Toolbar>
  )
}

function emptyText({ state, claimed }: ModerationSearch, kind: CaseKind): string {
  if (claimed) return 'No case matches this filter.'
  if (state) return 'No case of this kind was decided yet.'
  return queueKinds.find(({ id }) => id === kind)?.empty ?? ''
}

function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const at = links.findIndex((link) => link === document.activeElement)
  links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus()
}
