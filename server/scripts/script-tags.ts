import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { invalidate, type Db } from '#platform/database/database.ts'

/** On responses with all data of a script; invalidated by every change, including counters. */
export const scriptTag = (id: number): CacheTag => `script:${id}`

/** On responses that list a script; invalidated by edits at once and by counters with a delay. */
export const cardTag = (id: number): CacheTag => `card:${id}`

/** On responses that depend on which scripts a category or an author has, and on their tags. */
export const scriptsInTag = (categoryId: number): CacheTag => `scripts-in:${categoryId}`
export const scriptsOfTag = (userId: number): CacheTag => `scripts-of:${userId}`

/** On responses sorted by downloads that may be old; invalidated at most every five minutes. */
export const popularityTag: CacheTag = 'popularity'

/** On responses sorted by recent downloads; invalidated once an hour. */
export const trendTag: CacheTag = 'trend'

/** On responses that contain edit times of scripts; invalidated by each edit. */
export const editsTag: CacheTag = 'edits'

/** On the list of public collections. */
export const collectionsTag: CacheTag = 'collections'

/** On responses with a collection. */
export const collectionTag = (id: number): CacheTag => `collection:${id}`

/** A change of a collection invalidates these tags. */
export const collectionTags = (id: number): CacheTag[] => [collectionTag(id), collectionsTag]

/** On responses with reports of a script. */
export const worksTag = (scriptId: number): CacheTag => `works:${scriptId}`

/** For a user who became an author of scripts of others or is no longer one: lists and counts of their scripts change. */
export function invalidateAuthor(tx: Db, userId: number): void {
  invalidate(tx, 'scripts', scriptsOfTag(userId))
}

/** For a script that is created or deleted: lists, counts and related scripts change. */
export function invalidateScript(
  tx: Db,
  { id, categoryId, userId }: { id: number; categoryId: number; userId: number },
): void {
  invalidate(tx, scriptTag(id), cardTag(id), scriptsInTag(categoryId), scriptsOfTag(userId))
  invalidate(tx, 'scripts', 'categories', 'stats')
}

/** For scripts whose attributes changed. */
export function invalidateAttributes(tx: Db, ids: readonly number[]): void {
  if (ids.length > 0) invalidate(tx, 'scripts', ...ids.flatMap((id) => [scriptTag(id), cardTag(id)]))
}

/** The fields that decide in which lists and counts a script appears. */
type ListFields = { categoryId: number; status: string; tags: readonly string[]; license?: string }

/** For an edit. When list fields are unchanged, only responses that show the script are invalidated. */
export function invalidateScriptEdit(
  tx: Db,
  { id, userId }: { id: number; userId: number },
  before: ListFields,
  now: ListFields,
): void {
  invalidate(tx, scriptTag(id), cardTag(id), editsTag)
  const tagsStay = JSON.stringify(before.tags) === JSON.stringify(now.tags)
  if (
    tagsStay &&
    before.license === now.license &&
    before.categoryId === now.categoryId &&
    before.status === now.status
  )
    return
  invalidate(tx, scriptsInTag(before.categoryId), scriptsInTag(now.categoryId), scriptsOfTag(userId))
  invalidate(tx, 'scripts', 'categories')
}
