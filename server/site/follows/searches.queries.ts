import { and, asc, count, eq } from 'drizzle-orm'

import type { SavedSearchDraft } from '#contract/site/follows.ts'
import type { Db } from '#platform/database/database.ts'

import { savedSearches } from './follows.tables.ts'

export async function selectSearches(db: Db, userId: number) {
  return db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(asc(savedSearches.id))
}

export async function selectSearchCount(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
  return row?.total ?? 0
}

export async function insertSearch(tx: Db, userId: number, draft: SavedSearchDraft, now: Date) {
  const [row] = await tx
    .insert(savedSearches)
    .values({ ...draft, userId, createdAt: now })
    .returning()
  if (!row) throw new Error('The saved search has no row')
  return row
}

/** Undefined for the search of another user. */
export async function updateSearch(tx: Db, userId: number, id: number, draft: SavedSearchDraft) {
  const [row] = await tx
    .update(savedSearches)
    .set(draft)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
    .returning()
  return row
}

/** Returns whether the search exists and belongs to the user. */
export async function deleteSearch(tx: Db, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await tx
    .delete(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
  return rowCount === 1
}
