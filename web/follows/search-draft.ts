import type { SavedSearch } from '#contract/follows.ts'
import { activeFiltersOf } from '#web/scripts/active-filters.ts'
import type { ScriptListSearch } from '#web/scripts/script-list-search.ts'

export type SavedFilters = Pick<SavedSearch, 'q' | 'category' | 'tag' | 'framework' | 'game'>

/** The filters of a list that a saved search can have, and the names of the others; undefined without any of the first. */
export function searchDraft(
  search: ScriptListSearch,
): { filters: SavedFilters; leftOut: readonly string[] } | undefined {
  const { q, category, tag, framework, game, ...others } = search
  if (!q && !category && !tag && !framework && !game) return undefined
  return {
    filters: {
      q: q ?? null,
      category: category ?? null,
      tag: tag ?? null,
      framework: framework ?? null,
      game: game ?? null,
    },
    leftOut: activeFiltersOf(others).map(({ label }) => label),
  }
}
