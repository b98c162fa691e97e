import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FileCode, FileX } from 'lucide-react'
import { useState, useEffect } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import {
  parseScriptSearch,
  type ScriptSearch,
  caseFilters,
  reportStates,
  scriptSorts,
  scriptStates,
} from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar, useFilter, SearchField } from '#web/admin/resource/filters.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { ListPages } from '#web/admin/resource/ListPages.tsx'
import { hasPermission, useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { capitalize } from '#web/ui/capitalize.ts'
import { Card } from '#web/ui/Card.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { scriptListQuery } from './moderated-scripts.data.ts'
import { findingBadge, stateBadges } from './script-texts.ts'
import { ScriptBulkBar } from './ScriptBulkBar.tsx'
import { ScriptTable, type ChosenScripts } from './ScriptTable.tsx'

const ScriptPanel = lazyDialog(() => import('./ScriptPanel.tsx'), 'ScriptPanel')

/** The table for moderators. Other users see the placeholder of the specification. */
export function ScriptsPage() {
  const session = useSession()
  if (session && hasPermission(session, 'admin.scripts.moderate'))
    return (
      <AdminPage title="Script Management" isWide>
        <ScriptManagement user={session.user} />
      </AdminPage>
    )
  return (
    <AdminPage title="Script Management">
      <Card>
        <EmptyState
          icon={<FileCode />}
          title="Coming soon"
          text="Script management interface coming soon..."
        />
      </Card>
    </AdminPage>
  )
}

function ScriptManagement({ user }: { user: CurrentUser }) {
  const { pendingSearch, search } = usePendingSearch(useSearch({ from: '/admin/scripts' }), parseScriptSearch)
  const navigate = useNavigate()
  const list = useQuery(scriptListQuery(search))
  const { scripts, pagination } = list.data ?? {}
  const [chosen, setChosen] = useState<ChosenScripts>(new Map())
  const open = (script: number | undefined) =>
    void navigate({
      to: '/admin/scripts',
      search: (present) => parseScriptSearch({ ...present, script }),
      resetScroll: false,
    })
  useListKeys()

  return (
    <>
      <ScriptTools search={pendingSearch} total={pagination?.total} />
      {chosen.size > 0 && (
        <ScriptBulkBar chosen={chosen} scripts={scripts ?? []} userId={user.id} onChoose={setChosen} />
      )}
      {list.isPending && <Skeleton shape="block" height={520} />}
      {list.isError && !list.data && (
        <Card>
          <FailedState title="Failed to load scripts" text={list.error.message} query={list} />
        </Card>
      )}
      {scripts?.length === 0 && <NoScriptsFound search={search} />}
      {scripts && scripts.length > 0 && (
        <ScriptTable
          scripts={scripts}
          search={pendingSearch}
          isStale={list.isPlaceholderData}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <ListPages
        pagination={pagination}
        requested={pendingSearch.page}
        isStale={pendingSearch !== search || list.isPlaceholderData}
      />
      {pendingSearch.script !== undefined && (
        <ScriptPanel
          id={pendingSearch.script}
          user={user}
          listed={(scripts ?? []).map(({ id }) => id)}
          onOpen={open}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

function NoScriptsFound({ search }: { search: ScriptSearch }) {
  const { q, state, category, author, severity, cases, sort } = search
  const filters = [q, state, category, author, severity, cases]
  const isFiltered = sort === 'reports' || filters.some((filter) => filter !== undefined)
  return (
    <Card>
      <EmptyState
        icon={<FileX />}
        title="No scripts found"
        text={
          isFiltered ? 'No scripts match this search and these filters.' : 'No script has been shared yet.'
        }
        action={
          isFiltered && (
            <Link to="/admin/scripts" className="text-link">
              Clear filters
            </Link>
          )
        }
      />
    </Card>
  )
}

/** J and K, or the arrow keys, move the focus along the scripts of the table; Enter opens one. */
function useListKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event)
      if (step === 0) return
      const links = [...document.querySelectorAll<HTMLElement>('[data-script] a[data-opens]')]
      const current = links.findIndex((link) =>
        link.closest('[data-script]')?.contains(document.activeElement),
      )
      const next = links[current === -1 ? (step > 0 ? 0 : links.length - 1) : current + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** 0 for other keys, while typing and in dialogs. The arrow keys scroll unless a row has the focus. */
function stepOf({ key, target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): -1 | 0 | 1 {
  if (defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return 0
  const isText = target.matches('textarea, select, [contenteditable], input:not([type=checkbox])')
  if (isText || target.closest('[role=dialog], [role=alertdialog], [role=menu]')) return 0
  const isInRow = target.closest('[data-script]') !== null
  if (key === 'j' || (key === 'ArrowDown' && isInRow)) return 1
  return key === 'k' || (key === 'ArrowUp' && isInRow) ? -1 : 0
}

const sortLabels = { updated: 'Last updated', downloads: 'Most downloads', reports: 'Most open cases' }

function severityLabel(state: (typeof reportStates)[number]): string {
  if (state === 'none') return 'No findings'
  const isSeverity = state !== 'failed' && state !== 'waiting'
  return (
    findingBadge(isSeverity ? { analysis: 'done', severity: state } : { analysis: state, severity: null })
      ?.label ?? ''
  )
}

function ScriptTools({ search, total }: { search: ScriptSearch; total: number | undefined }) {
  const categories = useCategories()
  const change = useFilter(search, parseScriptSearch)
  return (
    <Toolbar
      end={
        <output className="muted text-sm numeric">
          {total !== undefined && (total === 1 ? '1 script' : `${fullNumber(total)} scripts`)}
        </output>
      }
    >
      <SearchField
        label="Search scripts"
        placeholder="Search by name, author or #id"
        value={search.q}
        onSearch={(q) => change({ q }, true)}
      />
      <FilterSelect
        label="State"
        value={search.state}
        options={scriptStates.map((value) => ({ value, label: stateBadges[value].label }))}
        onChange={(state) => change({ state })}
      />
      <FilterSelect
        label="Category"
        value={search.category}
        options={categories.map(({ name }) => ({ value: name, label: name }))}
        onChange={(category) => change({ category })}
      />
      <FilterSelect
        label="Finding"
        value={search.severity}
        options={reportStates.map((value) => ({ value, label: severityLabel(value) }))}
        onChange={(severity) => change({ severity })}
      />
      <FilterSelect
        label="Open cases"
        value={search.cases}
        options={caseFilters.map((value) => ({ value, label: capitalize(value) }))}
        onChange={(cases) => change({ cases })}
      />
      <Select
        layout="inline"
        label="Sort"
        value={search.sort ?? ''}
        onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
        options={[
          { value: '', label: 'Newest' },
          ...scriptSorts.map((value) => ({ value, label: sortLabels[value] })),
        ]}
      />
      {search.author !== undefined && (
        <Chip label={`Author: ${search.author}`} onRemove={() => change({ author: undefined })} />
      )}
    </Toolbar>
  )
}
