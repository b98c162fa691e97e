import { wordsOf, type ScriptList, type ScriptQuery } from '#contract/scripts/script-filters.ts'
import { knownLibraries, scriptStatuses } from '#contract/scripts/script-limits.ts'
import type { App } from '#platform/app.ts'
import { memoizeByKey, memoizeByTags } from '#platform/cache/memoize.ts'
import { day, hour } from '#platform/clock.ts'
import {
  attributeFilterOf,
  matchesAttributes,
  filterWords,
  hasWord,
} from '#server/scripts/attribute-bits.rules.ts'
import type { ExtraFilters } from '#server/scripts/script-filters.queries.ts'
import type { Filters, Count } from '#server/scripts/scripts.rules.ts'

import { tagsOf } from './list-index.ts'
import { selectAttributeBits, selectFilteredCounts, selectNeedCounts } from './lists.queries.ts'

export const noExtraFilters: ExtraFilters = {
  tags: [],
  author: undefined,
  attributeBits: undefined,
  updatedSince: undefined,
  needs: undefined,
  license: undefined,
  serverBuild: undefined,
}

const cachedAttributeBits = memoizeByTags(['scripts'], ({ db }) => selectAttributeBits(db))

/** The filters of a query that have no stored counts; undefined when no script can have the attributes. */
export async function extraFiltersOf(
  app: App,
  query: ScriptQuery,
  author: ExtraFilters['author'],
): Promise<ExtraFilters | undefined> {
  const { tag, tags, updated, needs, license, build } = query
  const attributes = attributeFilterOf(query)
  const attributeBits =
    attributes && (await cachedAttributeBits(app)).filter((bits) => matchesAttributes(bits, attributes))
  if (attributeBits?.length === 0) return undefined
  return {
    tags: [...new Set([...(tag === undefined ? [] : [tag]), ...wordsOf(tags)])],
    author,
    attributeBits,
    updatedSince: updated === undefined ? undefined : since(app, Number(updated)),
    needs: needs === undefined ? undefined : [needs],
    license,
    serverBuild: build,
  }
}

/** To the hour, so that lists with this filter can be cached. */
function since({ clock }: App, days: number): Date {
  return new Date(Math.floor(clock.now().getTime() / hour) * hour - days * day)
}

/** A filtered list is counted up to this number of scripts. */
export const countedMax = 10_000

const memoize = memoizeByKey<WordCount[]>(1_000)
const memoizeNeeds = memoizeByKey<ReadonlyMap<string, number>>(1_000)

/** Counts a list by category, status and attributes. Counts of more than `countedMax` scripts stop there. */
export function countFiltered(app: App, filters: Filters, extraFilters: ExtraFilters): Promise<WordCount[]> {
  const key = JSON.stringify([filters, extraFilters])
  return memoize(app, key, tagsOf({ sort: 'newest' }, extraFilters), async () =>
    countWords(await selectFilteredCounts(app.db, filters, extraFilters, countedMax + 1)),
  )
}

/** How many scripts of a list of at most `countedMax` need each of the well-known libraries. */
export function countNeeds(
  app: App,
  filters: Filters,
  extraFilters: ExtraFilters,
): Promise<ReadonlyMap<string, number>> {
  const key = JSON.stringify([filters, extraFilters])
  return memoizeNeeds(app, key, tagsOf({ sort: 'newest' }, extraFilters), () =>
    selectNeedCounts(app.db, filters, extraFilters),
  )
}

/** With the number of scripts that have each of `filterWords`. */
export type WordCount = Count & { words: number[] }

/** The total of a list and its facets. Each facet ignores its own filter. */
export function facetsOf(
  counts: readonly Count[],
  categories: readonly { id: number; name: string }[],
  filters: Filters,
): { total: number; facets: Pick<ScriptList['facets'], 'categories' | 'statuses'> } {
  const inCategory = counts.filter((counted) => matches(filters.categoryId, counted.categoryId))
  const inStatus = counts.filter((counted) => matches(filters.status, counted.status))
  return {
    total: sum(inCategory.filter((counted) => matches(filters.status, counted.status))),
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
    (counted) => matches(filters.categoryId, counted.categoryId) && matches(filters.status, counted.status),
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

function matches<T>(filter: T | undefined, value: T): boolean {
  return filter === undefined || filter === value
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
