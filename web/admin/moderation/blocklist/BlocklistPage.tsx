import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Plus, ShieldBan } from 'lucide-react'
import { useState } from 'react'

import { blocklistKinds, type BlocklistEntry } from '#contract/moderation/blocklist.ts'
import { parseBlocklistSearch, type BlocklistSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar, TextFilter, useFilter } from '#web/admin/resource/filters.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { ListCard } from '#web/admin/resource/ListCard.tsx'
import { ListPages } from '#web/admin/resource/ListPages.tsx'
import { hasAnyPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyDialog } from '#web/ui/lazy-part.ts'

import { changeableKinds, kindTexts, blocklistQuery } from './blocklist.data.ts'
import styles from './Blocklist.module.css'

const AddEntryDialog = lazyDialog(() => import('./EntryDialogs.tsx'), 'AddEntryDialog')
const RemoveEntryDialog = lazyDialog(() => import('./EntryDialogs.tsx'), 'RemoveEntryDialog')

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
      <ListCard
        query={list}
        rows={entries}
        isStale={isStale}
        failedTitle="Failed to load the blocklist"
        empty={
          <EmptyState
            icon={<ShieldBan />}
            title="No entries"
            text={
              search.q === undefined && search.kind === undefined
                ? 'Nothing is blocked yet.'
                : 'No entries match these filters.'
            }
          />
        }
        renderRow={(entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            onRemove={mine.includes(entry.kind) ? () => setRemoved(entry) : undefined}
          />
        )}
      />
      <ListPages pagination={pagination} requested={pendingSearch.page} isStale={isStale} />
      {isAdding && <AddEntryDialog kinds={mine} onClose={() => setAdding(false)} />}
      {removed && <RemoveEntryDialog entry={removed} onClose={() => setRemoved(undefined)} />}
    </AdminPage>
  )
}

function Filters({ search }: { search: BlocklistSearch }) {
  const filter = useFilter(search, parseBlocklistSearch)
  return (
    <Toolbar>
      <FilterSelect
        label="Kind"
        value={search.kind}
        emptyLabel="All kinds"
        options={blocklistKinds.map((kind) => ({ value: kind, label: kindTexts[kind].label }))}
        onChange={(kind) => filter({ kind })}
      />
      <TextFilter
        label="Search"
        placeholder="Value or reason"
        value={search.q}
        onChange={(q) => filter({ q })}
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
    <li
      className={`${styles.row} grid cols phone-stack gap-2-4 middle pad-4-5`}
      style={{ '--cols': '96px minmax(0, 1fr) auto' }}
    >
      <Badge icon={<Icon />}>{label}</Badge>
      <div className="min-0">
        <code className="pre-wrap break">
          <bdi>{value}</bdi>
        </code>
        <p className="flex wrap gap-1-4 faint text-sm">
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
