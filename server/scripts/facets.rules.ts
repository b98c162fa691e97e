import type { ScriptList } from '#contract/scripts.ts'
import { scriptStatuses } from '#contract/script-fields.ts'

/** How many scripts there are of a category and a status. */
export type Count = { categoryId: number; status: string; count: number }

/** What a list is narrowed to. An id or a status that nothing has makes it empty. */
export type Chosen = { categoryId: number | undefined; status: string | undefined }

/** The total of a list and its facets, each of which leaves its own filter aside (api.md, Scripts). */
export function facetsOf(
  counts: readonly Count[],
  categories: readonly { id: number; name: string }[],
  chosen: Chosen,
): { total: number; facets: ScriptList['facets'] } {
  const inCategory = counts.filter((one) => isChosen(chosen.categoryId, one.categoryId))
  const inStatus = counts.filter((one) => isChosen(chosen.status, one.status))
  return {
    total: sum(inCategory.filter((one) => isChosen(chosen.status, one.status))),
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

function isChosen<T>(wanted: T | undefined, value: T): boolean {
  return wanted === undefined || wanted === value
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
