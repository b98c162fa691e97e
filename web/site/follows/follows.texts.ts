import type { followedNews, SavedSearch } from '#contract/site/follows.ts'
import { frameworkNames } from '#web/scripts/script-lists/framework-names.ts'
import { gameNames } from '#web/scripts/script-lists/active-filters.ts'

export const newsNames = {
  all: 'Releases and security',
  releases: 'Only releases',
  security: 'Only security',
} as const satisfies Record<(typeof followedNews)[number], string>

/** What a saved search looks for, one text for each filter. */
export function searchTexts({
  q,
  category,
  tag,
  framework,
  game,
}: Omit<SavedSearch, 'id' | 'name' | 'news' | 'at'>): string[] {
  return [
    ...(q ? [`“${q}”`] : []),
    ...(category ? [category] : []),
    ...(tag ? [`Tag: ${tag}`] : []),
    ...(framework ? [frameworkNames[framework]] : []),
    ...(game ? [gameNames[game]] : []),
  ]
}
