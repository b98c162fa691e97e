import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { CircleCheckBig, Keyboard, Clock, Copy, UserCheck } from 'lucide-react'
import { useRef, useState } from 'react'

import { rules } from '#contract/archives/rules.ts'
import type { CaseKind, CaseRow } from '#contract/moderation/cases.ts'
import { parseModerationSearch, type ModerationSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar, TextFilter, useFilter } from '#web/admin/resource/filters.tsx'
import { ListCard } from '#web/admin/resource/ListCard.tsx'
import { ListPages } from '#web/admin/resource/ListPages.tsx'
import { moderationPermissions } from '#web/app/moderation-path.ts'
import { hasAnyPermission, hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { caseStatus, reasonTexts, caseDueText } from '#web/moderation/cases/cases.texts.ts'
import { severityStatus } from '#web/scripts/versions/version-texts.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { queueQuery } from './moderation.data.ts'
import styles from './Moderation.module.css'
import { kindOf, kindsOf, queueKinds, holderOf } from './queue-order.ts'
import { useKeys } from './use-keys.ts'

const KeyList = lazyDialog(() => import('./KeyList.tsx'), 'KeyList')

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
      text="Reviews, reports, appeals and takedowns, oldest first."
      needs={moderationPermissions}
      actions={
        <>
          {hasAnyPermission(session, ['admin.scripts.moderate', 'admin.takedowns.manage']) && (
            <Link to="/admin/moderation/blocklist" className={buttonClass()}>
              Blocklist
            </Link>
          )}
          {hasPermission(session, 'admin.scripts.moderate') && (
            <Link to="/admin/moderation/texts" className={buttonClass()}>
              Texts
            </Link>
          )}
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
      <ListCard
        ref={list}
        query={query}
        rows={cases}
        isStale={isStale}
        failedTitle="Failed to load cases"
        empty={
          <EmptyState icon={<CircleCheckBig />} title="Nothing here" text={emptyText(pendingSearch, kind)} />
        }
        renderRow={(row) => <QueueRow key={row.id} row={row} search={search} />}
      />
      <ListPages pagination={pagination} requested={pendingSearch.page} isStale={isStale} />
      {isHelpOpen && <KeyList onClose={() => setHelpOpen(false)} />}
    </AdminPage>
  )
}

function QueueFilters({ search }: { search: ModerationSearch }) {
  const filter = useFilter(search, parseModerationSearch)
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
      <FilterSelect
        label="Claimed"
        value={search.claimed}
        options={[
          { value: 'me', label: 'By me' },
          { value: 'none', label: 'Unclaimed' },
        ]}
        onChange={(claimed) => filter({ claimed })}
      />
      {search.state !== 'closed' && (
        <FilterSelect
          label="Rule"
          value={search.rule}
          options={rules.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(rule) => filter({ rule })}
        />
      )}
      <TextFilter
        label="Author"
        placeholder="Author"
        value={search.author}
        onChange={(author) => filter({ author })}
      />
    </Toolbar>
  )
}

function emptyText({ state, claimed, rule, author }: ModerationSearch, kind: CaseKind): string {
  if (claimed ?? rule ?? author) return 'No cases match these filters.'
  if (state) return 'No cases of this kind have been decided yet.'
  return queueKinds.find(({ id }) => id === kind)?.empty ?? ''
}

function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const focused = links.findIndex((link) => link === document.activeElement)
  links[focused < 0 ? 0 : Math.min(Math.max(focused + step, 0), links.length - 1)]?.focus()
}

export function QueueRow({ row, search }: { row: CaseRow; search: ModerationSearch }) {
  const { id, number, reportCount, user, severity, finding, isFirstVersion, similarity, state } = row
  const ownName = useSession()?.user.username ?? ''
  const [now] = useState(Date.now)
  const holder = state === 'open' ? holderOf(row, ownName, now) : undefined
  const isOwn = state === 'open' && row.claimedBy === ownName
  const due = caseDueText(row, now)
  const severityBadge = severity === null ? undefined : severityStatus({ analysis: 'done', severity })
  const status = caseStatus(row)
  return (
    <li className={`row relative wrap pad-4-5 hover-fill ${styles.row} gap-2-5`}>
      <div className="min-0 flex-320">
        <Link
          to="/admin/moderation/$id"
          params={{ id: String(id) }}
          search={search}
          className={`${styles.rowLink} bold break`}
          data-row=""
        >
          {row.title}
        </Link>
        <p className="gap-2px-4 row wrap faint text-sm">
          <span>#{id}</span>
          {number && <span>Version {number}</span>}
          {isFirstVersion !== null && <span>{isFirstVersion ? 'First version' : 'Update'}</span>}
          <span>{reasonTexts[row.reason]}</span>
          {reportCount > 1 && <span>{reportCount} reports</span>}
          {user && <span>{user.username}</span>}
          <TimeAgo time={row.createdAt} />
        </p>
        {finding && (
          <p className="mt-2px muted text-sm break">
            {finding.title}:{' '}
            <bdi>{finding.line === null ? finding.path : `${finding.path}:${finding.line}`}</bdi>
          </p>
        )}
        {similarity && (
          <p className="mt-2px row gap-6px warning text-sm">
            <Copy />
            {similarity}
          </p>
        )}
      </div>
      <div className="flex wrap gap-2">
        {state === 'closed' && <Badge tone={status.tone}>{status.text}</Badge>}
        {severityBadge && state === 'open' && <Badge tone={severityBadge.tone}>{severityBadge.text}</Badge>}
        {row.script?.isHidden && state === 'open' && <Badge tone="warn">Hidden</Badge>}
        {due && (
          <Badge tone={due.isLate ? 'danger' : 'warn'} icon={<Clock />}>
            {due.text}
          </Badge>
        )}
        {(holder !== undefined || isOwn) && (
          <Badge icon={<UserCheck />}>Claimed by {isOwn ? 'you' : holder}</Badge>
        )}
      </div>
    </li>
  )
}
