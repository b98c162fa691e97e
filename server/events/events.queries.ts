import { asc, eq, inArray, lt } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/users/users.tables.ts'

import { events } from './events.tables.ts'

export async function insertEvent(tx: Db, event: typeof events.$inferInsert): Promise<number> {
  const [row] = await tx.insert(events).values(event).returning({ id: events.id })
  if (!row) throw new Error('The event has no id')
  return row.id
}

export async function selectEvent(db: Db, id: number) {
  const [row] = await db.select().from(events).where(eq(events.id, id))
  return row
}

/** Removes the oldest events, at most `limit`. Returns their number. */
export async function removeEventsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: events.id })
    .from(events)
    .where(lt(events.createdAt, before))
    .orderBy(asc(events.createdAt))
    .limit(limit)
  const { rowCount } = await db.delete(events).where(inArray(events.id, old))
  return rowCount ?? 0
}

/** Owners, and users with the admin flag. */
export async function selectIsAdministrator(db: Db, userId: number): Promise<boolean> {
  const { id, isAdmin, isOwner } = users
  const [user] = await db.select({ isAdmin, isOwner }).from(users).where(eq(id, userId))
  return user !== undefined && (user.isAdmin || user.isOwner)
}
