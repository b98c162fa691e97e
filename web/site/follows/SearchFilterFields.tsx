import { frameworks, games } from '#contract/scripts/script-limits.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { gameNames } from '#web/scripts/script-lists/active-filters.ts'
import { frameworkNames } from '#web/scripts/script-lists/framework-names.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import type { SavedFilters } from './search-draft.ts'

/** The filters of a saved search. A category that was renamed since stays a choice. */
export function SearchFilterFields({
  values,
  problem,
  onChange,
}: {
  values: SavedFilters
  problem: string | undefined
  onChange: (change: Partial<SavedFilters>) => void
}) {
  const categories = new Set(useCategories().map(({ name }) => name))
  if (values.category !== null) categories.add(values.category)
  return (
    <>
      <TextField
        name="q"
        label="Search text"
        isOptional
        autoComplete="off"
        value={values.q ?? ''}
        error={problem}
        onChange={({ currentTarget: { value } }) => onChange({ q: value || null })}
      />
      <Select
        label="Category"
        placeholder="Any category"
        value={values.category ?? ''}
        options={[...categories].map((name) => ({ value: name, label: name }))}
        onChange={({ currentTarget: { value } }) => onChange({ category: value || null })}
      />
      <TextField
        name="tag"
        label="Tag"
        isOptional
        autoComplete="off"
        value={values.tag ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ tag: value || null })}
      />
      <Select
        label="Framework"
        placeholder="Any framework"
        value={values.framework ?? ''}
        options={frameworks.map((value) => ({ value, label: frameworkNames[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ framework: frameworks.find((known) => known === value) ?? null })
        }
      />
      <Select
        label="Game"
        placeholder="Any game"
        value={values.game ?? ''}
        options={games.map((value) => ({ value, label: gameNames[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ game: games.find((known) => known === value) ?? null })
        }
      />
    </>
  )
}
