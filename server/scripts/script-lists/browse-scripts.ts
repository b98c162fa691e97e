import { pagination } from '#contract/platform/fields.ts'
import type { ScriptList, ScriptQuery } from '#contract/scripts/script-filters.ts'
import { scriptStatuses, type ScriptSort } from '#contract/scripts/script-limits.ts'
import type { App } from '#platform/app.ts'
import { memoizeByKey, memoizeByTags } from '#platform/cache/memoize.ts'
import { countEmptySearch } from '#server/records/records.public.ts'
import { selectAuthorId, selectMemberships } from '#server/scripts/authors.queries.ts'
import { findListedCategory, listCategories } from '#server/scripts/categories/change-categories.ts'
import { isUnfiltered, type ExtraFilters } from '#server/scripts/script-filters.queries.ts'
import { correctSpelling } from '#server/scripts/script-search/correct-spelling.ts'
import { enoughMatches, selectPartialMatches } from '#server/scripts/script-search/partial-matches.queries.ts'
import {
  parseQuery,
  queriesOf,
  type QueryWord,
  type SearchQueries,
} from '#server/scripts/script-search/query.rules.ts'
import {
  selectHasMatch,
  selectMatchingPage,
  selectRanking,
} from '#server/scripts/script-search/search.queries.ts'
import type { Count, Filters } from '#server/scripts/scripts.rules.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'

import {
  countedMax,
  countFiltered,
  countNeeds,
  extraFiltersOf,
  noExtraFilters,
  attributeFacets,
  facetsOf,
  needFacets,
  countWords,
  type WordCount,
} from './filters.ts'
import { selectPageIds, tagsOf } from './list-index.ts'
import { selectCounts, selectFilteredIds, type ListPart } from './lists.queries.ts'

const cachedCounts = memoizeByTags(['scripts', 'categories'], ({ db }) => selectCounts(db))
const cachedPages = memoizeByKey<number[]>(2_000)

/** A page of the published scripts, filtered and sorted, with facet counts. */
export async function browseScripts(app: App, query: ScriptQuery): Promise<ScriptList> {
  const categories = await listCategories(app)
  const category = query.category === undefined ? undefined : await findListedCategory(app, query.category)
  const filters = filtersOf(query, category)
  const author = query.author === undefined ? undefined : await findAuthor(app, query.author)
  const extraFilters = await extraFiltersOf(app, query, author)
  const isEmpty = (query.author !== undefined && author === undefined) || extraFilters === undefined
  const list: Matches = isEmpty
    ? noMatches
    : query.q === undefined
      ? await findPage(app, query, filters, extraFilters)
      : await findMatches(app, query, filters, extraFilters)
  const { total, byPart, attributes, needs } = list.counts
  const isWhole = extraFilters !== undefined && isUnfiltered(extraFilters)
  const findsNothing = total === 0 || list.isPartialMatch
  if (query.q !== undefined && findsNothing && query.page === 1 && isWhole && isUnfilteredBy(filters))
    countEmptySearch(app, query.q)
  const { ids, more = [] } = list
  const scripts = await selectSummaries(app.db, [...ids, ...more])
  const isMore = ({ id }: { id: number }) => more.includes(id)
  return {
    scripts: scripts.filter((script) => !isMore(script)),
    pagination: pagination(query.page, query.limit, total),
    category: category?.name ?? null,
    ...(list.isPartialMatch && { isPartialMatch: true }),
    ...(more.length > 0 && { more: scripts.filter(isMore) }),
    facets: {
      ...facetsOf(byPart, categories, filters).facets,
      attributes: attributeFacets(attributes, filters),
      needs: needFacets(needs),
    },
  }
}

async function findAuthor({ db }: App, username: string): Promise<ExtraFilters['author']> {
  const userId = await selectAuthorId(db, username)
  return userId === undefined ? undefined : { userId, ...(await selectMemberships(db, userId)) }
}

const isUnfilteredBy = ({ categoryId, status }: Filters) => categoryId === undefined && status === undefined

async function findPage(
  app: App,
  query: ScriptQuery,
  filters: Filters,
  extraFilters: ExtraFilters,
): Promise<Matches> {
  const isWhole = isUnfiltered(extraFilters)
  const counts = isWhole ? await countWhole(app, filters) : await countPart(app, filters, extraFilters)
  const part = pagePart(query, counts.total, isWhole)
  if (!part) return { ids: [], counts }
  if (isWhole) {
    const ids = await selectPageIds(app, { ...filters, ...part }, part)
    return { ids: part.fromEnd ? ids.reverse() : ids, counts }
  }
  const key = JSON.stringify([filters, extraFilters, part])
  const ids = await cachedPages(app, key, tagsOf(part, extraFilters), () =>
    selectFilteredIds(app.db, filters, extraFilters, part),
  )
  return { ids, counts }
}

/** From stored counts; attributes are counted in a short list only. */
async function countWhole(app: App, filters: Filters): Promise<Counts> {
  const byPart = await cachedCounts(app)
  const { total } = facetsOf(byPart, [], filters)
  if (total > countedMax) return { total, byPart, attributes: undefined, needs: undefined }
  const attributes = await countFiltered(app, filters, noExtraFilters)
  return { total, byPart, attributes, needs: await countNeeds(app, filters, noExtraFilters) }
}

/** A list of one category or status is counted on its own if the list of all is too long. */
async function countPart(app: App, filters: Filters, extraFilters: ExtraFilters): Promise<Counts> {
  const byPart = await countFiltered(app, noFilters, extraFilters)
  const isCut = totalOf(byPart, noFilters) > countedMax
  const isPart = filters.categoryId !== undefined || filters.status !== undefined
  const inList = isCut && isPart ? await countFiltered(app, filters, extraFilters) : byPart
  const total = totalOf(inList, filters)
  if (total > countedMax) return { total: countedMax, byPart, attributes: undefined, needs: undefined }
  return { total, byPart, attributes: inList, needs: await countNeeds(app, filters, extraFilters) }
}

const noFilters: Filters = { categoryId: undefined, status: undefined }

function totalOf(counts: readonly Count[], filters: Filters): number {
  return facetsOf(counts, [], filters).total
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

/** The filters as stored values. An unknown category or status matches nothing. */
function filtersOf({ category, status }: ScriptQuery, known: { id: number } | undefined): Filters {
  return {
    categoryId: category === undefined ? undefined : (known?.id ?? 0),
    status:
      status && (scriptStatuses.find((name) => name.toLowerCase() === status.toLowerCase()) ?? 'unknown'),
  }
}

/** `attributes` and `needs` are undefined when the list is too long to be counted. */
type Counts = {
  total: number
  byPart: readonly Count[]
  attributes: readonly WordCount[] | undefined
  needs: ReadonlyMap<string, number> | undefined
}

/** A page of a list. */
type Matches = {
  ids: readonly number[]
  counts: Counts
  isPartialMatch?: true
  /** Scripts with most of the words, beside a few that have all of them. */
  more?: readonly number[]
}

const noMatches: Matches = {
  ids: [],
  counts: { total: 0, byPart: [], attributes: [], needs: new Map() },
}

/**
 * The scripts with all words of the search text, or else with those of the corrected spelling, or else with most of them,
 * which also follow a few scripts that have all. Filters that exclude all matches are no reason to search other words.
 */
async function findMatches(
  app: App,
  query: ScriptQuery,
  filters: Filters,
  extraFilters: ExtraFilters,
): Promise<Matches> {
  const { sort = 'best', page, limit } = query
  const { db } = app
  const typed = parseQuery(query.q ?? '', await listCategories(app))
  if (typed.words.length === 0) return noMatches

  const sorted = storedSort(query, 'downloads')
  const part = { sort: sorted, extraFilters, filters, limit, offset: (page - 1) * limit }
  const find = async (queries: SearchQueries) => {
    const ranking = sort === 'best' ? await selectRanking(db, queries) : []
    const matches = await selectMatchingPage(db, queries.anywhere, { ...part, ranking })
    const hasMatch = matches.counts.length > 0 || (await selectHasMatch(db, queries.anywhere))
    return hasMatch ? toMatches(matches, filters) : undefined
  }
  const findPartial = async (words: readonly QueryWord[], without: readonly number[]) => {
    const members = (await selectPartialMatches(db, words)).filter((id) => !without.includes(id))
    const ranking = sort === 'best' ? members : []
    return members.length > 0 ? selectMatchingPage(db, undefined, { ...part, ranking, members }) : undefined
  }
  const typedMatches = await find(queriesOf(typed))
  const corrected = typedMatches ? typed : await correctSpelling(db, typed)
  const matches = corrected === typed ? typedMatches : await find(queriesOf(corrected))
  if (!matches) {
    const partial = await findPartial(corrected.words, [])
    return partial ? { ...toMatches(partial, filters), isPartialMatch: true } : noMatches
  }
  const { ids } = matches
  if (page > 1 || ids.length === 0 || ids.length >= Math.min(enoughMatches, limit)) return matches
  const more = await findPartial(corrected.words, ids)
  return more && more.ids.length > 0 ? { ...matches, more: more.ids } : matches
}

function toMatches(
  { ids, counts, needs }: Awaited<ReturnType<typeof selectMatchingPage>>,
  filters: Filters,
): Matches {
  const byPart = countWords(counts)
  const { total } = facetsOf(byPart, [], filters)
  return { ids, counts: { total, byPart, attributes: byPart, needs } }
}

/** The order of the scripts that have no rank. */
function storedSort({ sort }: ScriptQuery, unranked: ScriptSort): ScriptSort {
  return sort === undefined || sort === 'best' ? unranked : sort
}
