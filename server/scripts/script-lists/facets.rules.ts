import { knownLibraries, scriptStatuses } from '#contract/scripts/script-limits.ts'
import type { ScriptList } from '#contract/scripts/scripts.ts'
import { filterWords, hasWord } from '#server/scripts/attribute-bits.rules.ts'
import type { Count, Filters } from '#server/scripts/scripts.rules.ts'

/** With the number of scripts that have each of `filterWords`. */
export type WordCount = Count & { words: number[] }

/** The total of a list and its facets. Each facet ignores its own filter. */
export function facetsOf(
  counts: readonly Count[],
  categories: readonly { id: number; name: string }[],
  filters: Filters,
): { total: number; facets: Pick<ScriptList['facets'], 'categories' | 'statuses'> } {
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

/** How many scripts of the list have each attribute; undefined when they were not counted. */
export function attributeFacets(
  counts: readonly WordCount[] | undefined,
  filters: Filters,
): { name: string; count: number | null }[] {
  const inList = counts?.filter(
    (one) => matches(filters.categoryId, one.categoryId) && matches(filters.status, one.status),
  )
  return filterWords.map((name, index) => ({
    name,
    count: inList?.reduce((total, { words }) => total + (words[index] ?? 0), 0) ?? null,
  }))
}

export function needFacets(
  counts: ReadonlyMap<string, number> | undefined,
): { name: string; count: number | null }[] {
  return knownLibraries.map((name) => ({
    name,
    count: counts === undefined ? null : (counts.get(name) ?? 0),
  }))
}

/** Combines the counts of each combination of attributes. */
export function countWords(counts: readonly (Count & { bits: number })[]): WordCount[] {
  const combined = new Map<string, WordCount>()
  for (const { bits, categoryId, status, count } of counts) {
    const key = `${categoryId} ${status}`
    const part = combined.get(key) ?? { categoryId, status, count: 0, words: filterWords.map(() => 0) }
    part.count += count
    part.words = part.words.map((known, index) => (hasWord(bits, index) ? known + count : known))
    combined.set(key, part)
  }
  return [...combined.values()]
}

function matches<T>(wanted: T | undefined, value: T): boolean {
  return wanted === undefined || wanted === value
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
