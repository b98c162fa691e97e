import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm'

import type { Activity } from '#contract/activities.ts'
import { prepared, type Db } from '#platform/database.ts'

import { activities } from './activities.tables.ts'

type Row = typeof activities.$inferSelect
type Reporter = { id: number; username: string }

/** Undefined is no filter. */
export type LogFilter = {
  type?: Row['type'] | undefined
  status?: Row['status'] | undefined
  /** Only what is older than this. */
  before?: Date | undefined
}

const conditions = {
  type: eq(activities.type, sql.placeholder('type')),
  status: eq(activities.status, sql.placeholder('status')),
  before: lt(activities.createdAt, sql`${sql.placeholder('before')}::timestamptz`),
} as const

/** Named by its filters, so that each combination is planned once for all its pages. */
function conditionsOf(filter: LogFilter): { where: SQL | undefined; suffix: string } {
  const given = (['type', 'status', 'before'] as const).filter((name) => filter[name] !== undefined)
  return { where: and(...given.map((name) => conditions[name])), suffix: ['', ...given].join('_') }
}

/** One page, newest first. It is cut by an index alone; what it shows is joined after. */
export async function selectActivityPage(
  db: Db,
  filter: LogFilter,
  part: { limit: number; offset: number },
): Promise<Activity[]> {
  const { where, suffix } = conditionsOf(filter)
  const { id, createdAt, userId } = activities
  const newest = [desc(createdAt), desc(id)]
  const query = prepared(db, `activity_page${suffix}`, (on) => {
    const page = on
      .select({ id, createdAt })
      .from(activities)
      .where(where)
      .orderBy(...newest)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .as('page')
    return on
      .select({
        activity: activities,
        // By name: the log knows no other feature, so that every feature can write to it.
        username: sql<string | null>`(select u.username from users u where u.id = ${userId})`,
      })
      .from(activities)
      .innerJoin(page, and(eq(page.id, id), eq(page.createdAt, createdAt)))
      .orderBy(...newest)
  })
  const rows = await query.execute({ ...filter, before: filter.before?.toISOString(), ...part })
  return rows.map(({ activity, username }) => showActivity(activity, username))
}

/** How many there are, counted up to `most`. */
export async function selectActivityCount(db: Db, filter: LogFilter, most: number): Promise<number> {
  const { where, suffix } = conditionsOf(filter)
  const query = prepared(db, `activity_count${suffix}`, (on) => {
    const counted = on
      .select({ id: activities.id })
      .from(activities)
      .where(where)
      .limit(sql.placeholder('most'))
      .as('counted')
    return on.select({ count: sql<number>`count(*)::integer` }).from(counted)
  })
  const [row] = await query.execute({ ...filter, before: filter.before?.toISOString(), most })
  return row?.count ?? 0
}

/** The server's own latest record of what somebody did, no older than that; a target only where one is asked for. */
export async function selectOwnRecord(
  db: Db,
  { id: userId, username }: Reporter,
  { action, targetId }: { action: string; targetId: number | null },
  milliseconds: number,
): Promise<Activity | undefined> {
  const [row] = await db
    .select()
    .from(activities)
    .where(
      and(
        sql`${activities.createdAt} > now() - make_interval(secs => ${milliseconds / 1000})`,
        eq(activities.userId, userId),
        eq(activities.action, action),
        eq(activities.source, 'server'),
        targetId === null ? undefined : eq(activities.targetId, targetId),
      ),
    )
    .orderBy(desc(activities.createdAt), desc(activities.id))
    .limit(1)
  return row && showActivity(row, username)
}

/** Writes what a client says, marked as such; the time is the database's. */
export async function insertReport(
  db: Db,
  reporter: Reporter | null,
  report: Pick<Row, 'type' | 'action' | 'description' | 'status' | 'metadata' | 'targetId' | 'targetType'>,
): Promise<Activity> {
  const [row] = await db
    .insert(activities)
    .values({ ...report, userId: reporter?.id ?? null, source: 'client' })
    .returning()
  if (!row) throw new Error('The activity was not written')
  return showActivity(row, reporter?.username ?? null)
}

function showActivity(row: Row, username: string | null): Activity {
  const { id, type, action, description, status, metadata, source } = row
  return {
    id,
    type,
    action,
    description,
    status,
    metadata,
    target_id: row.targetId,
    target_type: row.targetType,
    created_at: row.createdAt.toISOString(),
    users: username === null ? null : { username },
    source,
  }
}
