import type { ScriptQuery } from '#contract/scripts/script-filters.ts'
import type { ScriptSort } from '#contract/scripts/script-limits.ts'
import type { App } from '#platform/app.ts'
import { listCategories } from '#server/scripts/categories/change-categories.ts'
import { correctSpelling } from '#server/scripts/script-search/correct-spelling.ts'
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
import { enoughMatches } from '#server/scripts/script-search/search-scripts.ts'
import { selectPartialMatches } from '#server/scripts/script-search/partial-matches.queries.ts'
import type { ExtraFilters } from '#server/scripts/script-filters.queries.ts'
import type { Count, Filters } from '#server/scripts/scripts.rules.ts'

import { countWords, facetsOf, type WordCount } from './facets.rules.ts'

/** `attributes` and `needs` are undefined when the list is too long to be counted. */
export type Counts = {
  total: number
  byPart: readonly Count[]
  attributes: readonly WordCount[] | undefined
  needs: ReadonlyMap<string, number> | undefined
}

/** A page of a list. */
export type Matches = {
  ids: readonly number[]
  counts: Counts
  isPartialMatch?: true
  /** Scripts with most of the words, beside a few that have all of them. */
  more?: readonly number[]
}

export const noMatches: Matches = {
  ids: [],
  counts: { total: 0, byPart: [], attributes: [], needs: new Map() },
}

/**
 * The scripts with all words of the search text, or else with those of the corrected spelling, or else with most of them,
 * which also follow a few scripts that have all. Filters that exclude all matches are no reason to search other words.
 */
export async function findMatches(
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
export function storedSort({ sort }: ScriptQuery, unranked: ScriptSort): ScriptSort {
  return sort === undefined || sort === 'best' ? unranked : sort
}
