import { scriptSorts, type ScriptSort } from '#contract/scripts/script-limits.ts'

export type ProfileSearch = { list?: 'co-authored'; sort?: ScriptSort; page?: number }

const pageMax = 1_000_000_000

/** Invalid values become the default, which has no parameter. */
export function parseProfileSearch(raw: Record<string, unknown>): ProfileSearch {
  return { ...(raw['list'] === 'co-authored' && { list: 'co-authored' }), ...parseTeamSearch(raw) }
}

/** A team has one list: it works on no scripts of others. */
export function parseTeamSearch(raw: Record<string, unknown>): ProfileSearch {
  const sort = scriptSorts.find((known) => known === raw['sort'] && known !== 'newest')
  const page = Number(raw['page'])
  return {
    ...(sort && { sort }),
    ...(Number.isInteger(page) && page > 1 && page <= pageMax && { page }),
  }
}
