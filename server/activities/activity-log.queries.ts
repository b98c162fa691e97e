import { and, desc, eq, getTableColumns, lt, sql, type SQL } from 'drizzle-orm'

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

// By name: the log knows no other feature, so that every feature can write to it.
const usernameOf = sql<string | null>`(select u.username from users u where u.id = ${activities.userId})`

/** Where the target is shown, if it still is: in public, or where the back office manages its kind. */
const targetLink = sql<string | null>`case ${activities.targetType}
  when 'script' then (select '/scripts/' || s.id from scripts s where s.id = ${activities.targetId})
  when 'user' then (select '/user/' || u.username from users u where u.id = ${activities.targetId})
  when 'group' then '/admin/groups'
  when 'partner' then '/admin/partners'
  when 'category' then '/admin/categories'
  when 'style' then '/admin/user-styles'
end`

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
  const { id, createdAt } = activities
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
        username: usernameOf,
        targetLink,
      })
      .from(activities)
      .innerJoin(page, and(eq(page.id, id), eq(page.createdAt, createdAt)))
      .orderBy(...newest)
  })
  const rows = await query.execute({ ...filter, before: filter.before?.toISOString(), ...part })
  return rows.map(({ activity, username, targetLink: link }) => showActivity(activity, username, link))
}

/** Where a part of the log ends; the time is text, in the microseconds that a Date cannot hold. */
export type LogPlace = { id: number; time: string }

export type ExportedActivity = Row & { username: string | null; place: LogPlace }

/** The next part after that place, newest first: each costs the same, however far down the log it lies. */
export async function selectExportPart(
  db: Db,
  filter: LogFilter,
  after: LogPlace | undefined,
  limit: number,
): Promise<ExportedActivity[]> {
  const { id, createdAt } = activities
  const rows = await db
    .select({ activity: activities, username: usernameOf, time: sql<string>`${createdAt}::text` })
    .from(activities)
    .where(
      and(
        filter.type && eq(activities.type, filter.type),
        filter.status && eq(activities.status, filter.status),
        filter.before && lt(createdAt, filter.before),
        after && sql`(${createdAt}, ${id}) < (${after.time}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
  return rows.map(({ activity, username, time }) => ({
    ...activity,
    username,
    place: { id: activity.id, time },
  }))
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
    .select({ activity: activities, targetLink })
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
  return row && showActivity(row.activity, username, row.targetLink)
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
    .returning({ ...getTableColumns(activities), link: targetLink })
  if (!row) throw new Error('The activity was not written')
  return showActivity(row, reporter?.username ?? null, row.link)
}

function showActivity(row: Row, username: string | null, link: string | null): Activity {
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
    target_link: link,
  }
}
