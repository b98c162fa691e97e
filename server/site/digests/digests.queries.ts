import { sql } from 'drizzle-orm'

import type { NotificationSettings } from '#contract/site/notification-settings.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { archiveAnalyses } from '#server/archives/archives.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import {
  digestEntries,
  notifications,
  notificationSettings,
} from '#server/site/notifications/notifications.tables.ts'

import type { ReleasedVersion } from './digest.texts.ts'

export type DueEntry = {
  userId: number
  username: string
  email: string
  isMailed: boolean
  /** Null for a user who changed no settings. */
  topics: Partial<NotificationSettings['topics']> | null
  digest: NotificationSettings['digest'] | null
  kind: string
  data: Record<string, unknown>
  path: string
}

/** The last entry of a batch: the index is read from there on, not again from the entries that were removed. */
type Position = { dueAt: string; userId: number }

type Row = DueEntry & { lastDueAt: string; lastUserId: number; taken: number }

const lock = 7_305_117

/** False while another job sends digests. */
export async function lockDigests(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as held`)
  return rows[0]?.held === true
}

/** Removes one batch of the entries that are due, those of a user all at once, and returns them ordered by user. */
export async function takeDueEntries(
  tx: Db,
  now: Date,
  after: Position | undefined,
  limit: number,
): Promise<{ entries: DueEntry[]; last: Position | undefined }> {
  const time = sql`${now.toISOString()}::timestamptz`
  const isLater = after && sql`and (due_at, user_id) > (${after.dueAt}::timestamptz, ${after.userId}::int)`
  const { rows } = await tx.execute<Row>(sql`
    with due as materialized (
      select due_at, user_id from ${digestEntries} where due_at <= ${time} ${isLater ?? sql``}
      order by due_at, user_id limit ${limit}
    ), removed as (
      delete from ${digestEntries} d using (select distinct user_id from due) u
      where d.user_id = u.user_id and d.due_at <= ${time} returning d.user_id, d.notification_id
    ), last as (
      select due_at, user_id, count(*) over () as taken from due order by due_at desc, user_id desc limit 1
    )
    select u.id as "userId", u.username, u.email, u.email_verified as "isMailed", s.topics, s.digest,
      n.kind, n.data, n.path, last.due_at::text as "lastDueAt", last.user_id as "lastUserId", last.taken::int
    from removed r join ${notifications} n on n.id = r.notification_id join ${users} u on u.id = r.user_id
      left join ${notificationSettings} s on s.user_id = u.id cross join last
    order by u.id, n.id desc`)
  const [row] = rows
  const last = row && row.taken === limit ? { dueAt: row.lastDueAt, userId: row.lastUserId } : undefined
  return { entries: rows, last }
}

const isPublic = (table: string) =>
  sql.raw(`${table}.published_at is not null and ${table}.withdrawn_at is null`)

export type Range = { scriptId: number; firstId: number; lastId: number }

/** For each range the public versions of its script from one to another, and the one before them, in their order. */
export async function selectReleased(db: Db, ranges: readonly Range[]): Promise<ReleasedVersion[][]> {
  const column = (name: keyof Range) => sql`${sql.param(ranges.map((range) => range[name]))}::int[]`
  const { rows } = await db.execute<ReleasedVersion & { range: number }>(sql`
    select r.n::int as range, v.id, s.name as script, u.username as author, v.number, v.change, a.counts
    from unnest(${column('scriptId')}, ${column('firstId')}, ${column('lastId')}) with ordinality r (script_id, first_id, last_id, n)
      join ${scripts} s on s.id = r.script_id and s.publication = 'published'
      join ${users} u on u.id = s.user_id
      join ${scriptVersions} v on v.script_id = r.script_id and ${isPublic('v')} and v.id <= r.last_id
        and v.id >= coalesce((
          select max(p.id) from ${scriptVersions} p
          where p.script_id = r.script_id and p.id < r.first_id and ${isPublic('p')}), r.first_id)
      left join ${archiveAnalyses} a on a.sha256 = v.sha256
    order by r.n, v.id`)
  const versions = Map.groupBy(rows, ({ range }) => range)
  return ranges.map((_, index) => versions.get(index + 1) ?? [])
}
