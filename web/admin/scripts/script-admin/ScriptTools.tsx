import { Search } from 'lucide-react'

import {
  caseFilters,
  parseScriptSearch,
  reportStates,
  scriptSorts,
  scriptStates,
} from '#web/admin/admin-search.ts'
import type { ScriptSearch } from '#web/admin/admin-search.ts'
import { capitalize } from '#web/ui/capitalize.ts'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { useFilter } from '#web/admin/resource/use-filter.ts'
import { useUrlText } from '#web/admin/use-url-text.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { findingBadge, stateBadges } from './script-texts.ts'

const sortLabels = { updated: 'Last updated', downloads: 'Most downloads', reports: 'Most open cases' }

function severityLabel(state: (typeof reportStates)[number]): string {
  if (state === 'none') return 'No findings'
  const isSeverity = state !== 'failed' && state !== 'waiting'
  return (
    findingBadge(isSeverity ? { analysis: 'done', severity: state } : { analysis: state, severity: null })
      ?.label ?? ''
  )
}

export function ScriptTools({ search, total }: { search: ScriptSearch; total: number | undefined }) {
  const categories = useCategories()
  const change = useFilter(search, parseScriptSearch)
  const { text, setText } = useUrlText(search.q ?? '', (q) => change({ q }, true))
  return (
    <Toolbar
      end={
        <output className="muted text-sm numeric">
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
