import { pagination } from '#contract/platform/fields.ts'
import { scriptStatuses } from '#contract/scripts/script-limits.ts'
import type { ScriptQuery } from '#contract/scripts/script-filters.ts'
import type { ScriptList } from '#contract/scripts/scripts.ts'
import type { App } from '#platform/app.ts'
import { memoizeByKey } from '#platform/cache/memoize-by-key.ts'
import { memoizeByTags } from '#platform/cache/memoize-by-tags.ts'
import { countEmptySearch } from '#server/records/records.public.ts'
import { findListedCategory, listCategories } from '#server/scripts/categories/change-categories.ts'
import { usernameKey } from '#server/access/access.public.ts'

import { countedMax, countFiltered, countNeeds } from './count-filtered.ts'
import { extraFiltersOf, noExtraFilters } from './extra-filters.ts'
import { attributeFacets, facetsOf, needFacets } from './facets.rules.ts'
import { findMatches, noMatches, storedSort, type Counts, type Matches } from './find-matches.ts'
import { selectPageIds, tagsOf } from './list-index.ts'
import { selectAuthorId, selectCounts, selectFilteredIds, type ListPart } from './lists.queries.ts'
import { selectMemberships } from '#server/scripts/authors.queries.ts'
import { isUnfiltered, type ExtraFilters } from '#server/scripts/script-filters.queries.ts'
import type { Count, Filters } from '#server/scripts/scripts.rules.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'

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
  const userId = await selectAuthorId(db, usernameKey(username))
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
    status: status && (scriptStatuses.find((one) => one.toLowerCase() === status.toLowerCase()) ?? 'unknown'),
  }
}
