import { and, eq, isNotNull, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Db } from '#platform/database/database.ts'

/** Which texts of members a moderator reads. */
export type ModeratedFilter = { isHidden: boolean; authorId: number | undefined }

/** The hidden rows of a table of texts, or those that are not, of all authors or one. */
export function isModerated(
  columns: { removedAt: AnyColumn; authorId: AnyColumn },
  { isHidden, authorId }: ModeratedFilter,
): SQL | undefined {
  return and(
    isHidden ? isNotNull(columns.removedAt) : isNull(columns.removedAt),
    authorId === undefined ? undefined : eq(columns.authorId, authorId),
  )
}

/** Counts rows, at most `max` of them. */
export async function countAtMost(
  db: Db,
  table: PgTable,
  condition: SQL | undefined,
  max: number,
): Promise<number> {
  const rows = db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)
    .limit(max)
    .as('counted')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(rows)
  return row?.total ?? 0
}
