import { changed, type Db } from '#platform/database.ts'

/** Carried by every stored answer that is about one person: their profile, their page. */
export function userTag(userId: number): string {
  return `user:${userId}`
}

/** Carried by every stored answer that names authors, such as the lists of scripts; dropped when somebody renames. */
export const authorsTag = 'authors'

export function announceUser(tx: Db, userId: number): void {
  changed(tx, userTag(userId))
}

export function announceRename(tx: Db, userId: number): void {
  changed(tx, userTag(userId), authorsTag)
}
