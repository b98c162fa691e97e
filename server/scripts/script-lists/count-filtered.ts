import type { App } from '#platform/app.ts'
import { memoizeByKey } from '#platform/cache/memoize-by-key.ts'
import type { ExtraFilters } from '#server/scripts/script-filters.queries.ts'
import type { Filters } from '#server/scripts/scripts.rules.ts'

import { countWords, type WordCount } from './facets.rules.ts'
import { tagsOf } from './list-index.ts'
import { selectFilteredCounts, selectNeedCounts } from './lists.queries.ts'

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
