import { useSyncExternalStore } from 'react'

const storageKey = 'recent_searches'
const keptMax = 5
const listeners = new Set<() => void>()
let known: readonly string[] | undefined

/** What was searched for in this browser, the latest first. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(subscribe, readSearches)
}

export function rememberSearch(text: string): void {
  const wanted = text.trim()
  if (!wanted) return
  keep(withSearch(readSearches(), wanted))
}

export function forgetSearches(): void {
  keep([])
}

/** A text is listed once, whatever its case: at the front, as it was written last. */
export function withSearch(searches: readonly string[], text: string): string[] {
  const others = searches.filter((search) => search.toLowerCase() !== text.toLowerCase())
  return [text, ...others].slice(0, keptMax)
}

/** Whatever the storage holds, a list of texts comes out. */
export function parseSearches(stored: string | null): string[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(parsed)) return []
    return parsed.filter((search): search is string => typeof search === 'string').slice(0, keptMax)
  } catch {
    return []
  }
}

function readSearches(): readonly string[] {
  if (known) return known
  try {
    known = parseSearches(localStorage.getItem(storageKey))
  } catch {
    // A browser that forbids storage remembers for this page only.
    known = []
  }
  return known
}

function keep(searches: readonly string[]): void {
  known = searches
  try {
    if (searches.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(searches))
  } catch {
    // As above: they last as long as the page.
  }
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key !== storageKey) return
    known = undefined
    notify()
  }
  listeners.add(notify)
  addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(notify)
    removeEventListener('storage', followOtherTab)
  }
}
