import type { activityTargets } from '#contract/records/activities.ts'
import type { Db } from '#platform/database/database.ts'
import { activities } from '#server/records/records.tables.ts'
import { and, desc, eq, gte, inArray, ne } from 'drizzle-orm'

type NewActivity = {
  type: (typeof activities.$inferInsert)['type']
  action: string
  description?: string
  status?: (typeof activities.$inferInsert)['status']
  /** The acting user; null for a visitor. */
  userId: number | null
  targetId?: number
  targetType?: (typeof activityTargets)[number]
  metadata?: Record<string, unknown>
}

/** The user and the target of an activity about a script. */
export const onScript = (userId: number | null, scriptId: number) =>
  ({ type: 'script', userId, targetId: scriptId, targetType: 'script' }) as const

/** Call this in the transaction of the change that it records. */
export async function insertActivity(db: Db, activity: NewActivity): Promise<void> {
  await db.insert(activities).values(activity)
}

export async function insertActivities(db: Db, rows: readonly NewActivity[]): Promise<void> {
  if (rows.length > 0) await db.insert(activities).values([...rows])
}

const a = activities

export type LoggedAct = Pick<typeof activities.$inferSelect, 'action' | 'targetId' | 'metadata' | 'createdAt'>

/** The acts of a user since a time, newest first, at most `limit`. */
export async function selectActsOf(
  db: Db,
  { userId, since, actions }: { userId: number; since: Date; actions: readonly string[] },
  limit: number,
): Promise<LoggedAct[]> {
  return db
    .select({ action: a.action, targetId: a.targetId, metadata: a.metadata, createdAt: a.createdAt })
    .from(a)
    .where(
      and(
        eq(a.userId, userId),
        gte(a.createdAt, since),
        inArray(a.action, [...actions]),
        eq(a.source, 'server'),
      ),
    )
    .orderBy(desc(a.createdAt), desc(a.id))
    .limit(limit)
}

/** The users, of these, whom other users did this to since a time. */
export async function selectTargetsChangedByOthers(
  db: Db,
  {
    action,
    targetIds,
    since,
    userId,
  }: { action: string; targetIds: readonly number[]; since: Date; userId: number },
): Promise<Set<number>> {
  const rows = await db
    .selectDistinct({ id: a.targetId })
    .from(a)
    .where(
      and(
        eq(a.targetType, 'user'),
        inArray(a.targetId, [...targetIds]),
        gte(a.createdAt, since),
        eq(a.action, action),
        ne(a.userId, userId),
      ),
    )
  return new Set(rows.flatMap(({ id }) => id ?? []))
}
