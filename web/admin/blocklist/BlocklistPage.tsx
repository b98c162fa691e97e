import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, ShieldBan } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { BlocklistEntry } from '#contract/blocklist.ts'
import { parseBlocklistSearch, type BlocklistSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { hasAnyPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { changeableKinds, kinds, kindTexts } from './blocklist-kinds.ts'
import { blocklistQuery } from './blocklist.data.ts'
import styles from './Blocklist.module.css'

const AddEntryDialog = lazy(async () => ({
  default: (await import('./AddEntryDialog.tsx')).AddEntryDialog,
}))
const RemoveEntryDialog = lazy(async () => ({
  default: (await import('./RemoveEntryDialog.tsx')).RemoveEntryDialog,
}))

const needs = ['admin.scripts.moderate', 'admin.takedowns.manage'] as const

export function BlocklistPage() {
  const { pendingSearch, search } = usePendingSearch(
    useSearch({ from: '/admin/moderation/blocklist' }),
    parseBlocklistSearch,
  )
  const session = useSession()
  const mine = changeableKinds(session)
  const list = useQuery({ ...blocklistQuery(search), enabled: hasAnyPermission(session, needs) })
  const { entries, pagination } = list.data ?? {}
  const isStale = pendingSearch !== search || list.isPlaceholderData
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<BlocklistEntry>()
  return (
    <AdminPage
      title="Blocklist"
      text={
        <>
          Archives that cannot be uploaded, and files, hosts and texts that scans report.{' '}
          <Link to="/admin/moderation" className="text-link">
            Back to the queue
          </Link>
        </>
      }
      needs={needs}
      actions={
        <Button variant="cta" icon={<Plus />} onClick={() => setAdding(true)}>
          Add Entry
        </Button>
      }
    >
      <Filters search={pendingSearch} />
      <Card aria-busy={list.isPending || isStale}>
        {list.isError && !entries ? (
          <FailedState
            title="Failed to load the blocklist"
            text={list.error.message}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : entries?.length === 0 ? (
          <EmptyState
            icon={<ShieldBan />}
            title="No entries"
            text={
              search.q === undefined && search.kind === undefined
                ? 'Nothing is blocked yet.'
                : 'No entry matches these filters.'
            }
          />
        ) : (
          <ul className={styles.list} data-stale={isStale || undefined}>
            {entries?.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                onRemove={mine.includes(entry.kind) ? () => setRemoved(entry) : undefined}
              />
            )) ??
              ['a', 'b', 'c', 'd'].map((key) => (
                <li key={key} className={styles.row}>
                  <Skeleton width="60%" />
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
              to="/admin/moderation/blocklist"
              search={parseBlocklistSearch({ ...search, page })}
              activeOptions={{ exact: true, explicitUndefined: true }}
              {...props}
            />
          )}
        />
      )}
      <Suspense>
        {isAdding && <AddEntryDialog kinds={mine} onClose={() => setAdding(false)} />}
        {removed && <RemoveEntryDialog entry={removed} onClose={() => setRemoved(undefined)} />}
      </Suspense>
    </AdminPage>
  )
}

function Filters({ search }: { search: BlocklistSearch }) {
  const navigate = useNavigate()
  const filter = (change: Record<string, unknown>) =>
    void navigate({
      to: '/admin/moderation/blocklist',
      search: parseBlocklistSearch({ ...search, page: undefined, ...change }),
      resetScroll: false,
    })
  return (
    <Toolbar>
      <Select
        layout="inline"
        label="Kind"
        value={search.kind ?? ''}
        isSet={search.kind !== undefined}
        onChange={({ currentTarget }) => filter({ kind: currentTarget.value })}
        options={[
          { value: '', label: 'All kinds' },
          ...kinds.map((kind) => ({ value: kind, label: kindTexts[kind].label })),
        ]}
      />
      <TextField
        key={search.q}
        label="Search"
        isLabelHidden
        type="search"
        placeholder="Value or reason"
        autoComplete="off"
        defaultValue={search.q}
        onKeyDown={(event) => {
          if (event.key === 'Enter') filter({ q: event.currentTarget.value })
        }}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value !== (search.q ?? '')) filter({ q: currentTarget.value })
        }}
      />
    </Toolbar>
  )
}

function EntryRow({
  entry: { kind, value, reason, addedBy, caseId, createdAt },
  onRemove,
}: {
  entry: BlocklistEntry
  onRemove: (() => void) | undefined
}) {
  const { label, icon: Icon } = kindTexts[kind]
  return (
    <li className={styles.row}>
      <Badge icon={<Icon />}>{label}</Badge>
      <div className={styles.main}>
        <code className={styles.value}>
          <bdi>{value}</bdi>
        </code>
        <p className={styles.facts}>
          <span>{reason}</span>
          {caseId !== null && (
            <Link to="/admin/moderation/$id" params={{ id: String(caseId) }} className="text-link">
              Case #{caseId}
            </Link>
          )}
          <span>
            {addedBy === null ? 'Added' : `Added by ${addedBy}`} on {dateText(createdAt)}
          </span>
        </p>
      </div>
      {onRemove && (
        <Button size="sm" onClick={onRemove}>
          Remove<span className="visually-hidden"> {value}</span>
        </Button>
      )}
    </li>
  )
}
