import { changed, type Db } from '#platform/database.ts'

/** Carried by what tells all of a script; dropped with every change of it, counters too. */
export const scriptTag = (id: number) => `script:${id}`

/** Carried by what shows a script among others; dropped when it is edited, and a little later when it is counted. */
export const cardTag = (id: number) => `card:${id}`

/** Carried by what depends on which scripts a category or an author has, and on their tags. */
export const scriptsInTag = (categoryId: number) => `scripts-in:${categoryId}`
export const scriptsOfTag = (userId: number) => `scripts-of:${userId}`

/** Carried by what is sorted by downloads and need not be so at once; dropped every five minutes at most. */
export const popularityTag = 'popularity'

/** Carried by what tells of any script when it was edited; dropped by each edit. */
export const editsTag = 'edits'

/** A script came or went: lists and counts change, and what stands beside it. */
export function announceScript(
  tx: Db,
  { id, categoryId, userId }: { id: number; categoryId: number; userId: number },
): void {
  changed(tx, scriptTag(id), cardTag(id), scriptsInTag(categoryId), scriptsOfTag(userId))
  changed(tx, 'scripts', 'categories', 'stats')
}

/** What decides in which lists and counts a script is, and beside which others. */
type Standing = { categoryId: number; status: string; tags: readonly string[] }

/** Most edits move nothing: only what shows the script is made anew then. */
export function announceEdit(
  tx: Db,
  { id, userId }: { id: number; userId: number },
  before: Standing,
  now: Standing,
): void {
  changed(tx, scriptTag(id), cardTag(id), editsTag)
  const tagsStay = JSON.stringify(before.tags) === JSON.stringify(now.tags)
  if (tagsStay && before.categoryId === now.categoryId && before.status === now.status) return
  changed(tx, scriptsInTag(before.categoryId), scriptsInTag(now.categoryId), scriptsOfTag(userId))
  changed(tx, 'scripts', 'categories')
}
