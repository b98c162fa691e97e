import { pagination } from '#contract/fields.ts'
import { scriptStatuses, type ScriptSort } from '#contract/script-fields.ts'
import type { ScriptList, ScriptQuery } from '#contract/scripts.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { memoizeByTags } from '#platform/cache/memoize-by-tags.ts'
import { listCategories } from '#server/categories/categories.public.ts'
import { usernameKey } from '#server/users/users.public.ts'

import { facetsOf } from './facets.rules.ts'
import { selectPageIds } from './list-index.ts'
import {
  selectAuthorId,
  selectCounts,
  selectFilteredCounts,
  selectFilteredIds,
  type ListPart,
} from './lists.queries.ts'
import {
  correctSpelling,
  queriesOf,
  selectHasMatch,
  selectMatchingPage,
  selectRanking,
  typedWords,
  type SearchQueries,
} from '#server/script-search/script-search.public.ts'
import {
  selectSummaries,
  type Count,
  type ExtraFilters,
  type Filters,
} from '#server/scripts/scripts.public.ts'

/** A list that is filtered by tag or author is counted up to this number of scripts. */
const countedMax = 10_000

type Categories = Awaited<ReturnType<typeof listCategories>>

const cachedCounts = memoizeByTags(['scripts', 'categories'], ({ db }) => selectCounts(db))

/** A page of the published scripts, filtered and sorted, with facet counts. */
export async function browseScripts(app: App, query: ScriptQuery): Promise<ScriptList> {
  const { db } = app
  const categories = await listCategories(app)
  const filters = filtersOf(query, categories)
  const userId = query.author === undefined ? undefined : await selectAuthorId(db, usernameKey(query.author))
  if (query.author !== undefined && userId === undefined) return listOf([], query, categories, filters, [])
  const extraFilters = { tag: query.tag, userId }
  if (query.q !== undefined) return browseMatches(db, query, categories, filters, extraFilters)

  const isWhole = query.tag === undefined && userId === undefined
  const counts = isWhole ? await cachedCounts(app) : await selectFilteredCounts(db, extraFilters, countedMax)
  const { total } = facetsOf(counts, categories, filters)
  const part = pagePart(query, total, isWhole)
  const ids = part ? await idsOf(app, part, filters, isWhole ? undefined : extraFilters) : []
  return listOf(await selectSummaries(db, ids), query, categories, filters, counts)
}

async function idsOf(
  app: App,
  part: ListPart,
  filters: Filters,
  extraFilters: ExtraFilters | undefined,
): Promise<number[]> {
  if (extraFilters) return selectFilteredIds(app.db, { ...filters, ...extraFilters }, part)
  const ids = await selectPageIds(app, { ...filters, ...part }, part)
  return part.fromEnd ? ids.reverse() : ids
}

/**
 * The range of the page; undefined when it is beyond the end. A page in the second half is read from the end when the
 * total is exact.
 */
function pagePart(query: ScriptQuery, total: number, isExact: boolean): ListPart | undefined {
  const { page, limit } = query
  const sort = storedSort(query, 'newest')
  const offset = (page - 1) * limit
  if (offset >= total) return undefined
  if (!isExact || offset < total / 2) return { sort, limit, offset, fromEnd: false }
  const onPage = Math.min(limit, total - offset)
  return { sort, limit: onPage, offset: total - offset - onPage, fromEnd: true }
}

async function browseMatches(
  db: Db,
  query: ScriptQuery,
  categories: Categories,
  filters: Filters,
  extraFilters: ExtraFilters,
): Promise<ScriptList> {
  const { sort = 'best', page, limit } = query
  const words = typedWords(query.q ?? '')
  if (words.length === 0) return listOf([], query, categories, filters, [])

  const findPage = async (queries: SearchQueries) =>
    selectMatchingPage(db, queries.anywhere, {
      ranking: sort === 'best' ? await selectRanking(db, queries) : [],
      sort: storedSort(query, 'downloads'),
      extraFilters,
      filters,
      limit,
      offset: (page - 1) * limit,
    })
  const typed = queriesOf(words.map((word) => [word]))
  let found = await findPage(typed)
  if (found.counts.length === 0 && !(await selectHasMatch(db, typed.anywhere))) {
    const meant = await correctSpelling(db, words)
    if (meant) found = await findPage(queriesOf(meant))
  }
  return listOf(await selectSummaries(db, found.ids), query, categories, filters, found.counts)
}

/** The order of the scripts that have no rank. */
function storedSort({ sort }: ScriptQuery, unranked: ScriptSort): ScriptSort {
  return sort === undefined || sort === 'best' ? unranked : sort
}

/** The filters as stored values. An unknown category or status matches nothing. */
function filtersOf({ category, status }: ScriptQuery, categories: Categories): Filters {
  const known = categories.find(({ name }) => name.toLowerCase() === category?.toLowerCase())
  return {
    categoryId: category === undefined ? undefined : (known?.id ?? 0),
    status: status && (scriptStatuses.find((one) => one.toLowerCase() === status.toLowerCase()) ?? 'unknown'),
  }
}

function listOf(
  scripts: ScriptList['scripts'],
  { page, limit }: ScriptQuery,
  categories: Categories,
  filters: Filters,
  counts: readonly Count[],
): ScriptList {
  const { total, facets } = facetsOf(counts, categories, filters)
  return { scripts, pagination: pagination(page, limit, total), facets }
}
