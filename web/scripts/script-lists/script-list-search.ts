import { cutText } from '#contract/platform/cut-text.ts'
import { licenses, type License } from '#contract/scripts/licenses.ts'
import {
  contentFilters,
  frameworks,
  games,
  reportFilters,
  requestedSorts,
  serverBuildMax,
  updatedWithin,
} from '#contract/scripts/script-limits.ts'
import type { Framework, Game, RequestedSort } from '#contract/scripts/script-limits.ts'
import { writeSearchText } from '#web/app/search-text.ts'

/** The search parameters of the list; a missing one has its default. */
export type ScriptListSearch = {
  q?: string
  category?: string
  status?: string
  framework?: Framework
  game?: Game
  /** Comma-separated lists. */
  includes?: string
  exclude?: string
  updated?: (typeof updatedWithin)[number]
  report?: (typeof reportFilters)[number]
  needs?: string
  license?: License
  /** A build of the game server. */
  build?: number
  tag?: string
  /** Two or more, comma-separated. */
  tags?: string
  author?: string
  sort?: RequestedSort
  page?: number
}

const textMax = 100
const tagsMax = 200
const pageMax = 1_000_000_000

/** Drops unknown parameters, invalid values and defaults, so that a list has one canonical URL. */
export function parseScriptListSearch(raw: Record<string, unknown>): ScriptListSearch {
  const search: ScriptListSearch = {}
  for (const key of ['q', 'category', 'status'] as const) {
    const text = readText(raw[key])
    if (text) search[key] = text
  }
  const framework = frameworks.find((known) => known === raw['framework'])
  if (framework) search.framework = framework
  const game = games.find((known) => known === raw['game'])
  if (game) search.game = game
  // Without JavaScript the form sends a parameter for each word.
  const chosen = (key: string, choice: string) => [
    ...listOf(raw[key]),
    ...contentFilters.filter((word) => raw[`has-${word}`] === choice),
  ]
  const includes = wordsAmong(contentFilters, chosen('includes', 'with'))
  if (includes) search.includes = includes
  const exclude = wordsAmong([...contentFilters, ...frameworks], chosen('exclude', 'without'))
  if (exclude) search.exclude = exclude
  const updated = updatedWithin.find((known) => known === raw['updated'])
  if (updated) search.updated = updated
  const report = reportFilters.find((known) => known === raw['report'])
  if (report) search.report = report
  // Without JavaScript the form sends another resource than those of the list as a parameter of its own.
  const needs = readText(raw['resource']) || readText(raw['needs'])
  if (needs) search.needs = needs
  const license = licenses.find((known) => known === raw['license'])
  if (license) search.license = license
  const build = Number(raw['build'] || raw['runs-on'])
  if (Number.isInteger(build) && build > 0 && build <= serverBuildMax) search.build = build
  const tags = [...new Set([...listOf(raw['tags']), readText(raw['tag'])].filter(Boolean))]
  const [tag] = tags
  if (tags.length > 1) search.tags = tags.toSorted().join(',')
  else if (tag) search.tag = tag
  const author = readText(raw['author'])
  if (author) search.author = author
  const sort = requestedSorts.find((known) => known === raw['sort'])
  if (sort && sort !== 'best' && sort !== defaultSort(search)) search.sort = sort
  const page = Number(raw['page'])
  if (Number.isInteger(page) && page > 1 && page <= pageMax) search.page = page
  return search
}

/** A list without a search text has no best match. */
export function defaultSort({ q }: ScriptListSearch): RequestedSort {
  return q === undefined ? 'newest' : 'best'
}

export function listOf(value: unknown): string[] {
  return readText(value, tagsMax)
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

function wordsAmong(known: readonly string[], words: readonly string[]): string {
  return known
    .filter((word) => words.includes(word))
    .sort()
    .join(',')
}

function readText(value: unknown, max = textMax): string {
  return typeof value === 'string' ? cutText(value.replaceAll('\u0000', '').trim(), max).trim() : ''
}

/** Starts at the first page again; undefined removes a filter. */
export function withFilters(search: ScriptListSearch, change: FilterChange): ScriptListSearch {
  return parseScriptListSearch({ ...search, page: undefined, ...change })
}

export type FilterChange = { [Key in keyof ScriptListSearch]?: string | number | undefined }

/** Compares the filters without the page, after applying `change` to both. */
export function sameFilters(
  a: ScriptListSearch,
  b: ScriptListSearch,
  change: Parameters<typeof withFilters>[1] = {},
): boolean {
  return a === b || writeSearchText(withFilters(a, change)) === writeSearchText(withFilters(b, change))
}

export function withPage(search: ScriptListSearch, page: number): ScriptListSearch {
  return parseScriptListSearch({ ...search, page })
}
