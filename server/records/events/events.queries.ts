import { asc, eq, inArray, lt, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'

import { events } from '#server/records/records.tables.ts'

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

/** Owners, and users with the admin flag. The module of users imports this one, so their table is named in SQL. */
export async function selectIsAdministrator(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.execute<{ isAdministrator: boolean }>(
    sql`select is_admin or is_owner as "isAdministrator" from users where id = ${userId}`,
  )
  return rows[0]?.isAdministrator === true
}
