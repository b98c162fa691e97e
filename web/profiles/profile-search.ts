export type ProfileSearch = { page?: number }

const pageMax = 1_000_000_000

/** Invalid values become the default, and the first page has no number. */
export function parseProfileSearch(raw: Record<string, unknown>): ProfileSearch {
  const page = Number(raw['page'])
  return Number.isInteger(page) && page > 1 && page <= pageMax ? { page } : {}
}
