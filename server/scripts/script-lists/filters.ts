import { wordsOf, type ScriptQuery } from '#contract/scripts/script-filters.ts'
import type { App } from '#platform/app.ts'
import { memoizeByKey } from '#platform/cache/memoize-by-key.ts'
import { memoizeByTags } from '#platform/cache/memoize-by-tags.ts'
import { day, hour } from '#platform/clock.ts'
import { attributeFilterOf, matchesAttributes } from '#server/scripts/attribute-bits.rules.ts'
import type { ExtraFilters } from '#server/scripts/script-filters.queries.ts'
import type { Filters } from '#server/scripts/scripts.rules.ts'

import { countWords, type WordCount } from './facets.rules.ts'
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
