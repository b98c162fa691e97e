import { createStoredValue } from '#web/ui/stored-value.ts'

const savedMax = 5

/** The searches of this browser, the latest first. */
const storedSearches = createStoredValue<readonly string[]>('recent_searches', parseSearches, (searches) =>
  searches.length === 0 ? undefined : JSON.stringify(searches),
)

export const useRecentSearches = () => storedSearches.use([])

export function rememberSearch(text: string): void {
  const search = text.trim()
  if (search) storedSearches.set(withSearch(storedSearches.read(), search))
}

export const clearSearches = () => storedSearches.set([])

/** Texts that differ only in case count as one; the latest spelling stays. */
export function withSearch(searches: readonly string[], text: string): string[] {
  const others = searches.filter((search) => search.toLowerCase() !== text.toLowerCase())
  return [text, ...others].slice(0, savedMax)
}

export function parseSearches(stored: string | null): string[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(parsed)) return []
    return parsed.filter((search): search is string => typeof search === 'string').slice(0, savedMax)
  } catch {
    return []
  }
}
