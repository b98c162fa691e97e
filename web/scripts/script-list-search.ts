import { requestedSorts } from '#contract/script-limits.ts'
import type { RequestedSort } from '#contract/script-limits.ts'
import { writeSearchText } from '#web/app/search-text.ts'

/** The search parameters of the list; a missing one has its default. */
export type ScriptListSearch = {
  q?: string
  category?: string
  status?: string
  tag?: string
  author?: string
  sort?: RequestedSort
  page?: number
}

const textMax = 100
const pageMax = 1_000_000_000

/** Drops unknown parameters, invalid values and defaults, so that a list has one canonical URL. */
export function parseScriptListSearch(raw: Record<string, unknown>): ScriptListSearch {
  const search: ScriptListSearch = {}
  for (const key of ['q', 'category', 'status', 'tag', 'author'] as const) {
    const text = readText(raw[key])
    if (text) search[key] = text
  }
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

function readText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u0000', '').trim().slice(0, textMax).trim() : ''
}

/** Starts at the first page again; undefined removes a filter. */
export function withFilters(
  search: ScriptListSearch,
  change: { [Key in keyof ScriptListSearch]?: string | undefined },
): ScriptListSearch {
  return parseScriptListSearch({ ...search, page: undefined, ...change })
}

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
