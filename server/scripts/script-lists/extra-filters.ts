import { wordsOf, type ScriptQuery } from '#contract/scripts/script-filters.ts'
import type { App } from '#platform/app.ts'
import { memoizeByTags } from '#platform/cache/memoize-by-tags.ts'
import { day, hour } from '#platform/clock.ts'
import { attributeFilterOf, matchesAttributes } from '#server/scripts/attribute-bits.rules.ts'
import type { ExtraFilters } from '#server/scripts/script-filters.queries.ts'

import { selectAttributeBits } from './lists.queries.ts'

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
