import { useSyncExternalStore } from 'react'

import { readStored, writeStored } from '#web/ui/stored-text.ts'

const storageKey = 'recent_searches'
const savedMax = 5
const listeners = new Set<() => void>()
let cached: readonly string[] | undefined

/** The searches of this browser, the latest first. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(subscribe, readSearches)
}

export function rememberSearch(text: string): void {
  const search = text.trim()
  if (!search) return
  saveSearches(withSearch(readSearches(), search))
}

export function clearSearches(): void {
  saveSearches([])
}

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

function readSearches(): readonly string[] {
  return (cached ??= parseSearches(readStored(storageKey)))
}

function saveSearches(searches: readonly string[]): void {
  cached = searches
  writeStored(storageKey, searches.length === 0 ? undefined : JSON.stringify(searches))
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  const followOtherTab = ({ key }: StorageEvent) => {
    if (key !== storageKey) return
    cached = undefined
    notify()
  }
  listeners.add(notify)
  addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(notify)
    removeEventListener('storage', followOtherTab)
  }
}
