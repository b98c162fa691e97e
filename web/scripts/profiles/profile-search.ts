import { scriptSorts, type ScriptSort } from '#contract/scripts/script-limits.ts'

export type ProfileSearch = { sort?: ScriptSort; page?: number }

const pageMax = 1_000_000_000

/** Invalid values become the default, which has no parameter. */
export function parseProfileSearch(raw: Record<string, unknown>): ProfileSearch {
  const sort = scriptSorts.find((known) => known === raw['sort'] && known !== 'newest')
  const page = Number(raw['page'])
  return {
    ...(sort && { sort }),
    ...(Number.isInteger(page) && page > 1 && page <= pageMax && { page }),
  }
}
