import { scriptSorts } from '#contract/script-limits.ts'
import type { ScriptSort } from '#contract/script-limits.ts'
import { writeSearchText } from '#web/app/search-text.ts'

/** The list's filters as its address carries them: what is not there has its default. */
export type ScriptListSearch = {
  q?: string
  category?: string
  status?: string
  tag?: string
  author?: string
  sort?: Exclude<ScriptSort, 'newest'>
  page?: number
}

const textMax = 100
const pageMax = 1_000_000_000

/**
 * Lenient: an address may come from anywhere. Unknown parameters are dropped, unusable values become the default,
 * and a default is never written, so that the same list always has the same address.
 */
export function readScriptListSearch(raw: Record<string, unknown>): ScriptListSearch {
  const search: ScriptListSearch = {}
  for (const key of ['q', 'category', 'status', 'tag', 'author'] as const) {
    const text = readText(raw[key])
    if (text) search[key] = text
  }
  const sort = scriptSorts.find((known) => known === raw['sort'])
  if (sort && sort !== 'newest') search.sort = sort
  const page = Number(raw['page'])
  if (Number.isInteger(page) && page > 1 && page <= pageMax) search.page = page
  return search
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\u0000', '').trim().slice(0, textMax).trim() : ''
}

/** A change of what is searched for starts at the first page again; undefined takes a filter away. */
export function changedSearch(
  search: ScriptListSearch,
  change: { [Key in keyof ScriptListSearch]?: string | undefined },
): ScriptListSearch {
  return readScriptListSearch({ ...search, page: undefined, ...change })
}

/** Whether two addresses have the same filters, whatever page of them they show, and but for what `change` says of both. */
export function areSameFilters(
  a: ScriptListSearch,
  b: ScriptListSearch,
  change: Parameters<typeof changedSearch>[1] = {},
): boolean {
  return a === b || writeSearchText(changedSearch(a, change)) === writeSearchText(changedSearch(b, change))
}

export function atPage(search: ScriptListSearch, page: number): ScriptListSearch {
  return readScriptListSearch({ ...search, page })
}
