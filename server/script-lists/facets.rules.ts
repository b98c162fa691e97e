import type { ScriptList } from '#contract/scripts.ts'
import { scriptStatuses } from '#contract/script-fields.ts'
import type { Count, Filters } from '#server/scripts/scripts.public.ts'

/** The total of a list and its facets. Each facet ignores its own filter. */
export function facetsOf(
  counts: readonly Count[],
  categories: readonly { id: number; name: string }[],
  filters: Filters,
): { total: number; facets: ScriptList['facets'] } {
  const inCategory = counts.filter((one) => matches(filters.categoryId, one.categoryId))
  const inStatus = counts.filter((one) => matches(filters.status, one.status))
  return {
    total: sum(inCategory.filter((one) => matches(filters.status, one.status))),
    facets: {
      categories: categories.map(({ id, name }) => ({
        name,
        count: sum(inStatus.filter(({ categoryId }) => categoryId === id)),
      })),
      statuses: scriptStatuses.map((name) => ({
        name,
        count: sum(inCategory.filter(({ status }) => status === name)),
      })),
    },
  }
}

function matches<T>(wanted: T | undefined, value: T): boolean {
  return wanted === undefined || wanted === value
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
