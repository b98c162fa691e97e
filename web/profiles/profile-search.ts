export type ProfileSearch = { page?: number }

const pageMax = 1_000_000_000

/** Lenient: an address may come from anywhere, and the first page has no number. */
export function readProfileSearch(raw: Record<string, unknown>): ProfileSearch {
  const page = Number(raw['page'])
  return Number.isInteger(page) && page > 1 && page <= pageMax ? { page } : {}
}
