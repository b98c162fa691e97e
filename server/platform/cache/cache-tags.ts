/**
 * The tags of cached responses, all in one place: a misspelled tag does not compile. A response has the tags of the data
 * that it shows, and a write invalidates those of the data that it changes.
 */
export type CacheTag =
  | 'analysis-queue'
  | 'analytics'
  | 'authors'
  | 'blocklist'
  | 'cases'
  | 'categories'
  | 'category-names'
  | 'collections'
  | 'counters'
  | 'edits'
  | 'groups'
  | 'partners'
  | 'popularity'
  | 'scripts'
  | 'signing-keys'
  | 'site-settings'
  | 'stats'
  | 'styles'
  | 'trend'
  | `analysis:${string}`
  | `card:${number}`
  | `collection:${number}`
  | `followers:${string}:${number}`
  | `script:${number}`
  | `scripts-in:${number}`
  | `scripts-of:${number}`
  | `user:${number}`
  | `works:${number}`
