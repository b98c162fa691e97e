import type { SavedSearch } from '#contract/site/follows.ts'
import { activeFiltersOf } from '#web/scripts/script-lists/active-filters.ts'
import type { ScriptListSearch } from '#web/scripts/script-lists/script-list-search.ts'

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
