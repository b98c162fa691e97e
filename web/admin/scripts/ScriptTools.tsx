import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'

import {
  caseFilters,
  parseScriptSearch,
  reportStates,
  scriptSorts,
  scriptStates,
} from '#web/admin/admin-search.ts'
import type { ScriptSearch } from '#web/admin/admin-search.ts'
import { capitalize } from '#web/admin/capitalize.ts'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { useUrlText } from '#web/admin/use-url-text.ts'
import table from '#web/admin/users/UserTable.module.css'
import { fullNumber } from '#web/app/short-number.ts'
import { useCategories } from '#web/categories/use-categories.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { findingBadge, stateBadges } from './script-texts.ts'

const sortLabels = { updated: 'Last updated', downloads: 'Most downloads', reports: 'Most open cases' }
const all = { value: '', label: 'All' }

function severityLabel(state: (typeof reportStates)[number]): string {
  if (state === 'none') return 'No finding'
  const isSeverity = state !== 'failed' && state !== 'waiting'
  return (
    findingBadge(isSeverity ? { analysis: 'done', severity: state } : { analysis: state, severity: null })
      ?.label ?? ''
  )
}

export function ScriptTools({ search, total }: { search: ScriptSearch; total: number | undefined }) {
  const navigate = useNavigate()
  const categories = useCategories()
  const change = (next: Record<string, unknown>, replace = false) =>
    void navigate({
      to: '/admin/scripts',
      search: parseScriptSearch({ ...search, page: undefined, ...next }),
      replace,
      resetScroll: false,
    })
  const { text, setText } = useUrlText(search.q ?? '', (q) => change({ q }, true))
  return (
    <Toolbar
      end={
        <output className={table.total}>
          {total !== undefined && (total === 1 ? '1 script' : `${fullNumber(total)} scripts`)}
        </output>
      }
    >
      <TextField
        type="search"
        label="Search scripts"
        isLabelHidden
        icon={<Search />}
        placeholder="Search by name, author or #id"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Select
        layout="inline"
        label="State"
        value={search.state ?? ''}
        isSet={search.state !== undefined}
        onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        options={[all, ...scriptStates.map((value) => ({ value, label: stateBadges[value].label }))]}
      />
      <Select
        layout="inline"
        label="Category"
        value={search.category ?? ''}
        isSet={search.category !== undefined}
        onChange={({ currentTarget }) => change({ category: currentTarget.value })}
        options={[all, ...categories.map(({ name }) => ({ value: name, label: name }))]}
      />
      <Select
        layout="inline"
        label="Finding"
        value={search.severity ?? ''}
        isSet={search.severity !== undefined}
        onChange={({ currentTarget }) => change({ severity: currentTarget.value })}
        options={[all, ...reportStates.map((value) => ({ value, label: severityLabel(value) }))]}
      />
      <Select
        layout="inline"
        label="Open cases"
        value={search.cases ?? ''}
        isSet={search.cases !== undefined}
        onChange={({ currentTarget }) => change({ cases: currentTarget.value })}
        options={[all, ...caseFilters.map((value) => ({ value, label: capitalize(value) }))]}
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
