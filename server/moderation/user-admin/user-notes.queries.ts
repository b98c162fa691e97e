import { and, asc, desc, eq, sql } from 'drizzle-orm'

import { type ReasonKind, userNoteLimits } from '#contract/moderation/user-notes.ts'
import type { Db } from '#platform/database/database.ts'
import { savedReasons, userNotes } from '#server/moderation/moderation.tables.ts'

export async function selectNotes(db: Db, userId: number) {
  return db
    .select({
      id: userNotes.id,
      text: userNotes.text,
      author: userNotes.authorName,
      createdAt: userNotes.createdAt,
    })
    .from(userNotes)
    .where(eq(userNotes.userId, userId))
    .orderBy(desc(userNotes.id))
    .limit(userNoteLimits.listedMax)
}

export async function selectNote(db: Db, userId: number, id: number) {
  const [row] = await db
    .select({ id: userNotes.id, authorId: userNotes.authorId })
    .from(userNotes)
    .where(and(eq(userNotes.id, id), eq(userNotes.userId, userId)))
  return row
}

export async function insertNote(tx: Db, note: typeof userNotes.$inferInsert): Promise<void> {
  await tx.insert(userNotes).values(note)
}

export async function removeNoteRow(tx: Db, id: number): Promise<void> {
  await tx.delete(userNotes).where(eq(userNotes.id, id))
}

export async function selectReasons(db: Db, kind: ReasonKind) {
  return db
    .select({ id: savedReasons.id, kind: savedReasons.kind, text: savedReasons.text })
    .from(savedReasons)
    .where(eq(savedReasons.kind, kind))
    .orderBy(asc(savedReasons.id))
}

/** Until the end of the transaction no other one counts or saves reasons of this kind. */
export async function lockReasons(tx: Db, kind: ReasonKind): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`saved reasons of ${kind}`}, 0))`)
}

export async function selectReason(db: Db, id: number) {
  const [row] = await db
    .select({ id: savedReasons.id, kind: savedReasons.kind, text: savedReasons.text })
    .from(savedReasons)
    .where(eq(savedReasons.id, id))
  return row
}

export async function insertReason(tx: Db, reason: typeof savedReasons.$inferInsert): Promise<void> {
  await tx.insert(savedReasons).values(reason)
}

/** Returns false for one that is gone. */
export async function removeReasonRow(tx: Db, id: number): Promise<boolean> {
  const rows = await tx.delete(savedReasons).where(eq(savedReasons.id, id)).returning({ id: savedReasons.id })
  return rows.length > 0
}
