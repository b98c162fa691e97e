import type { CollectionEntry, visibilities } from '#contract/scripts/collections.ts'

export const visibilityNames: Record<(typeof visibilities)[number], string> = {
  private: 'Private',
  link: 'Anyone with the link',
  public: 'Public',
}

export const stateTexts: Record<Exclude<CollectionEntry['state'], 'available'>, string> = {
  hidden: 'This script is not public at the moment.',
  withdrawn: 'This version was withdrawn.',
  deleted: 'This script was deleted.',
}

export function scriptsText(count: number): string {
  return count === 1 ? '1 script' : `${count} scripts`
}
