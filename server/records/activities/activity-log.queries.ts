import { and, desc, eq, getTableColumns, inArray, lt, sql, type SQL, gte, ne } from 'drizzle-orm'

import type { Activity, activityTargets } from '#contract/records/activities.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'

import { authorActions } from './activities.rules.ts'
import { activities, groupOf, isChange, isEdit, isOfGroup } from '#server/records/records.tables.ts'

type Row = typeof activities.$inferSelect
type Reporter = { id: number; username: string }

/** Undefined is no filter. */
export type LogFilter = {
  type?: Row['type'] | undefined
  status?: Row['status'] | undefined
  /** Only activities before this time. */
  before?: Date | undefined
  isUsageHidden?: true | undefined
  areLikesHidden?: true | undefined
  userKey?: string | undefined
  action?: string | undefined
  targetType?: string | undefined
  targetId?: number | undefined
  isForAuthors?: true | undefined
  /** The group itself, and its members. */
  groupId?: number | undefined
}

// As text, because this feature must not depend on others, which all write activities.
const usernameOf = sql<string | null>`(select u.username from users u where u.id = ${activities.userId})`

/** The page of the target: its public page if it exists, or the admin page of its kind. */
const targetLink = sql<string | null>`case ${activities.targetType}
  when 'script' then (select '/scripts/' || s.id from scripts s where s.id = ${activities.targetId})
  when 'user' then (select '/user/' || u.username from users u where u.id = ${activities.targetId})
  when 'group' then '/admin/groups'
  when 'partner' then '/admin/partners'
  when 'category' then '/admin/categories'
  when 'style' then '/admin/user-styles'
end`

const conditions: readonly (readonly [keyof LogFilter, SQL | undefined])[] = [
  ['type', eq(activities.type, sql.placeholder('type'))],
  ['status', eq(activities.status, sql.placeholder('status'))],
  ['before', lt(activities.createdAt, sql`${sql.placeholder('before')}::timestamptz`)],
  ['isUsageHidden', isChange],
  ['areLikesHidden', isEdit],
  [
    'userKey',
    sql`${activities.userId} = (select u.id from users u where u.username_key = ${sql.placeholder('userKey')})`,
  ],
  ['action', eq(activities.action, sql.placeholder('action'))],
  ['targetType', eq(activities.targetType, sql.placeholder('targetType'))],
  ['targetId', eq(activities.targetId, sql.placeholder('targetId'))],
  // A client may report the update of any script.
  ['isForAuthors', and(inArray(activities.action, [...authorActions]), eq(activities.source, 'server'))],
  ['groupId', sql`${isOfGroup} and ${groupOf} = ${sql.placeholder('groupId')}::text`],
]

/** Each combination of filters is a prepared statement of its own. */
function conditionsOf(filter: LogFilter): { where: SQL | undefined; suffix: string } {
  const used = conditions.filter(([name]) => filter[name] !== undefined)
  const names = used.map(([name]) => name)
  return { where: and(...used.map(([, condition]) => condition)), suffix: ['', ...names].join('_') }
}

/** One page, newest first. An index scan selects its ids before the columns are joined. */
export async function selectActivityPage(
  db: Db,
  filter: LogFilter,
  part: { limit: number; offset: number },
): Promise<Activity[]> {
  const { where, suffix } = conditionsOf(filter)
  const { id, createdAt } = activities
  const newest = [desc(createdAt), desc(id)]
  const query = preparedStatement(db, `activity_page${suffix}`, (on) => {
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
  return rows.map(({ activity, username, targetLink: link }) => toActivity(activity, username, link))
}

/** The last activity of a batch. The time is text, because a Date does not have microseconds. */
export type LogCursor = { id: number; time: string }

export type ExportedActivity = Row & { username: string | null; cursor: LogCursor }

/** The next batch after the cursor, newest first. The cost does not depend on the position in the log. */
export async function selectExportBatch(
  db: Db,
  filter: LogFilter,
  after: LogCursor | undefined,
  limit: number,
): Promise<ExportedActivity[]> {
  const { id, createdAt } = activities
  const { where } = conditionsOf(filter)
  const rows = await db
    .select({ activity: activities, username: usernameOf, time: sql<string>`${createdAt}::text` })
    .from(activities)
    .where(and(where, after && sql`(${createdAt}, ${id}) < (${after.time}::timestamptz, ${after.id})`))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .prepare('')
    .execute({ ...filter, before: filter.before?.toISOString() })
  return rows.map(({ activity, username, time }) => ({
    ...activity,
    username,
    cursor: { id: activity.id, time },
  }))
}

/** Counts at most `limit` activities. */
export async function selectActivityCount(db: Db, filter: LogFilter, limit: number): Promise<number> {
  const { where, suffix } = conditionsOf(filter)
  const query = preparedStatement(db, `activity_count${suffix}`, (on) => {
    const counted = on
      .select({ id: activities.id })
      .from(activities)
      .where(where)
      .limit(sql.placeholder('limit'))
      .as('counted')
    return on.select({ count: sql<number>`count(*)::integer` }).from(counted)
  })
  const [row] = await query.execute({ ...filter, before: filter.before?.toISOString(), limit })
  return row?.count ?? 0
}

/** The latest activity of the user that the server recorded within that time; any target if `targetId` is null. */
export async function selectServerActivity(
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
  return row && toActivity(row.activity, username, row.targetLink)
}

/** Writes the report of a client with the time of the database. */
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
  return toActivity(row, reporter?.username ?? null, row.link)
}

function toActivity(row: Row, username: string | null, link: string | null): Activity {
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
