import type { CollectionSort } from '#contract/scripts/collections.ts'
import { cutText } from '#contract/platform/cut-text.ts'

const pageMax = 1_000_000_000
const textMax = 100

export type CollectionListSearch = { q?: string; author?: string; sort?: CollectionSort; page?: number }

/** `key` is that of a collection shared by link. */
export type CollectionSearch = { key?: string }

// Repeated here, because importing the contract's list adds its schemas to the code of the page.
export const sortNames: { value: CollectionSort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'updated', label: 'Recently updated' },
  { value: 'followers', label: 'Most followed' },
]

/** Invalid values become the default, and the first page has no number. */
export function parseCollectionListSearch(raw: Record<string, unknown>): CollectionListSearch {
  const [q, author] = [readText(raw['q']), readText(raw['author'])]
  const sort = sortNames.find(({ value }) => value === raw['sort'] && value !== 'newest')?.value
  const page = Number(raw['page'])
  return {
    ...(q && { q }),
    ...(author && { author }),
    ...(sort && { sort }),
    ...(Number.isInteger(page) && page > 1 && page <= pageMax && { page }),
  }
}

export function parseCollectionSearch(raw: Record<string, unknown>): CollectionSearch {
  const { key } = raw
  return typeof key === 'string' && /^[\w-]{1,100}$/.test(key) ? { key } : {}
}

function readText(value: unknown): string {
  return typeof value === 'string' ? cutText(value.replaceAll('\u0000', '').trim(), textMax).trim() : ''
}
