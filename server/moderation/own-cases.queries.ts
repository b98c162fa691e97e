import { count, desc, eq, or, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { cases } from '#server/records/cases/cases.tables.ts'
import { isOpenedBy } from '#server/records/records.public.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'

const c = cases

type Page = { limit: number; offset: number }

/** Cases that a user opened or that concern them, newest first. */
export async function selectOwnCases(db: Db, userId: number, { limit, offset }: Page): Promise<number[]> {
  const rows = await db
    .select({ id: c.id })
    .from(c)
    .where(isOf(userId))
    .orderBy(desc(c.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

export async function selectOwnCaseCount(db: Db, userId: number): Promise<number> {
  const [row] = await db.select({ count: count() }).from(c).where(isOf(userId))
  return row?.count ?? 0
}

const isOf = (userId: number) => or(isOpenedBy(userId), eq(c.userId, userId), isOfMaintainer(userId))

/** As in with-own-part.ts. */
const isOfMaintainer = (userId: number) => sql`(${c.kind} <> 'takedown' and ${c.scriptId} = any(array(
  select s.id from ${scripts} s where s.user_id = ${userId}
  union all select m.script_id from script_members m where m.user_id = ${userId} and m.role = 'maintainer')))`
