import { and, desc, eq, isNull } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { signingKeys } from '#server/site/site.tables.ts'

const k = signingKeys

export async function selectCurrentKey(db: Db) {
  const [row] = await db.select().from(k).where(isNull(k.retiredAt))
  return row
}

/** The current one first, then newest first. */
export async function selectPublicKeys(db: Db) {
  return db
    .select({ id: k.id, publicKey: k.publicKey, retiredAt: k.retiredAt })
    .from(k)
    .orderBy(desc(isNull(k.retiredAt)), desc(k.createdAt))
}

/** Adds nothing while another one is current. */
export async function insertKey(db: Db, key: typeof signingKeys.$inferInsert): Promise<void> {
  await db.insert(k).values(key).onConflictDoNothing()
}

export async function updateRetired(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(k)
    .set({ retiredAt: now })
    .where(and(eq(k.id, id), isNull(k.retiredAt)))
}

/** Returns false unless it is a former key. */
export async function deleteFormerKey(db: Db, id: string): Promise<boolean> {
  const current = await selectCurrentKey(db)
  if (current?.id === id) return false
  const { rowCount } = await db.delete(k).where(eq(k.id, id))
  return rowCount !== 0
}
