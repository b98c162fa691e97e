import { z } from 'zod/mini'

import { fromDigits, noNul, paging } from '#contract/platform/fields.ts'
import { licenseMessage, licenses } from './licenses.ts'
import {
  contentFilters,
  frameworks,
  games,
  reportFilters,
  requestedSorts,
  scriptLimits,
  serverBuildMax,
  updatedWithin,
  type ContentFilter,
  type Framework,
  type Game,
} from './script-limits.ts'
import { ScriptPage, ScriptSummary } from './script-schemas.ts'

export type ExcludedWord = ContentFilter | Framework

/** Words that can be counted in a list; some of them are attributes of an archive. */
export type FacetName =
  | `framework:${Framework}`
  | `game:${Game}`
  | ContentFilter
  | `report:${(typeof reportFilters)[number]}`

export const excludedWords: readonly ExcludedWord[] = [...contentFilters, ...frameworks]

/** Filters by what the analysis of the current version found. */
const attributeFilters = {
  framework: z.optional(z.enum(frameworks, `Framework must be ${either(frameworks)}`)),
  game: z.optional(z.enum(games, `Game must be ${either(games)}`)),
  /** All of them. */
  includes: wordList(contentFilters, 'Includes'),
  /** None of them. */
  exclude: wordList(excludedWords, 'Exclude'),
  /** Days. */
  updated: z.optional(z.enum(updatedWithin, `Updated must be ${either(updatedWithin)}`)),
  report: z.optional(z.enum(reportFilters, `Report must be ${either(reportFilters)}`)),
}

const filterText = z.optional(
  z.string().check(z.trim(), z.maxLength(scriptLimits.queryMax, 'At most 100 characters'), noNul),
)

export const ScriptQuery = z.object({
  q: filterText,
  category: filterText,
  status: filterText,
  tag: filterText,
  /** A comma-separated list: all of them. */
  tags: z.optional(
    z.string().check(
      z.maxLength(scriptLimits.tagsMax, 'Tags must be at most 200 characters'),
      z.overwrite((text) => wordsOf(text).join(',')),
      noNul,
    ),
  ),
  /** A username: scripts that the user owns or works on, as a co-author or in a team. */
  author: filterText,
  ...attributeFilters,
  /** The name of a resource that the scripts need. */
  needs: filterText,
  license: z.optional(z.enum(licenses, licenseMessage)),
  /** A build of the game server: scripts that need a later one are left out. */
  build: z.optional(
    fromDigits(
      z
        .int('Build must be a number')
        .check(z.gte(1, 'Build must be a number'), z.lte(serverBuildMax, 'Build must be a number')),
    ),
  ),
  /** The default is `best` with a search text, otherwise `newest`. */
  sort: z.optional(
    z.enum(requestedSorts, 'Sort must be best, newest, popular, downloads, views, trending or updated'),
  ),
  ...paging(scriptLimits.pageSize),
})
export type ScriptQuery = z.output<typeof ScriptQuery>

export const FacetCount = z.object({ name: z.string(), count: z.int() })
/** The count is null for a list that is too long to count. */
export const UncertainFacetCount = z.object({ name: z.string(), count: z.nullable(z.int()) })

export const ScriptFacets = z.object({
  categories: z.array(FacetCount),
  statuses: z.array(FacetCount),
  /** Null in a list of more than 10,000 scripts. Missing in a response of an earlier release. */
  attributes: z.optional(z.array(UncertainFacetCount)),
  /** Well-known libraries. Null in a long list, missing as above. */
  needs: z.optional(z.array(UncertainFacetCount)),
})

export const ScriptList = z.extend(ScriptPage, {
  category: z.optional(z.nullable(z.string())),
  /** Set where no script has all words of the search text: these have most of them. */
  isPartialMatch: z.optional(z.literal(true)),
  /** On the first page, where only one or two scripts have all words of the search text: scripts with most of them. */
  more: z.optional(z.array(ScriptSummary)),
  facets: ScriptFacets,
})
export type ScriptList = z.output<typeof ScriptList>

/** The words of a comma-separated list, without duplicates, in one order. */
export function wordsOf(text: string | undefined): string[] {
  const words = (text ?? '').split(',').map((word) => word.trim())
  return [...new Set(words.filter(Boolean))].sort()
}

function wordList(known: readonly string[], name: string) {
  return z.optional(
    z.string().check(
      z.maxLength(200, `${name} must be a list of ${either(known)}`),
      z.overwrite((text) => wordsOf(text).join(',')),
      z.refine(
        (text) => wordsOf(text).every((word) => known.includes(word)),
        `${name} must be a list of ${either(known)}`,
      ),
    ),
  )
}

function either(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
