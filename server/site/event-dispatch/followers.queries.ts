import { sql } from 'drizzle-orm'

import { topicOfKind } from '#contract/site/notification-settings.ts'
import type { Db } from '#platform/database/database.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { users } from '#server/access/users/users.tables.ts'
import { type Shared, channelsOf, nextDigest } from '#server/site/notifications/notifications.queries.ts'
import {
  digestEntries,
  notifications,
  notificationSettings,
} from '#server/site/notifications/notifications.tables.ts'

type MailedUser = { userId: number; username: string; email: string }

/**
 * Notifies users of a version as their settings say. Versions of the same `eventId` are one notification of the latest,
 * in whichever order they come; its `firstId` is the first one of which this user is notified. Returns the users who are
 * mailed at once.
 */
export async function insertForFollowers(
  tx: Db,
  {
    eventId,
    kind,
    data,
    path,
  }: Shared & { kind: 'version-published' | 'version-recalled' | 'collection-changed' },
  userIds: readonly number[],
  now: Date,
): Promise<MailedUser[]> {
  const { bell, email } = channelsOf(topicOfKind[kind])
  const time = sql`${now.toISOString()}::timestamptz`
  const isLater = sql`(n.data ->> 'versionId')::int < (excluded.data ->> 'versionId')::int`
  const earlier = sql`coalesce(n.data -> 'earlier', '[]')`
  const { rows } = await tx.execute<MailedUser>(sql`
    with target as materialized (
      select u.id, u.username, u.email, ${bell} as in_bell, case when u.email_verified then ${email} else 'off' end as channel,
        ${nextDigest(time)} as digest_at
      from ${users} u left join ${notificationSettings} s on s.user_id = u.id
      where u.id = any(${sql.param([...userIds])}::int[]) and u.status = 'active'
    ), added as (
      insert into ${notifications} as n (user_id, event_id, kind, data, path, created_at, in_bell, mailed_at)
      select id, ${eventId}, ${kind}, ${JSON.stringify(data)}::jsonb, ${path}, ${time}, in_bell,
        case when channel = 'at-once' then ${time} end
      from target where in_bell or channel <> 'off'
      on conflict (event_id, user_id) do update set read_at = null, created_at = excluded.created_at,
        path = case when ${isLater} then excluded.path else n.path end,
        data = case when ${isLater}
          then excluded.data || jsonb_build_object('firstId', n.data -> 'firstId', 'earlier', ${earlier} || (n.data -> 'number'))
          else n.data || jsonb_build_object('firstId', excluded.data -> 'firstId', 'earlier', (excluded.data -> 'number') || ${earlier}) end
      where n.kind = 'version-published'
        and (${isLater} or (excluded.data ->> 'versionId')::int < (n.data ->> 'firstId')::int)
      returning n.id, n.user_id, jsonb_array_length(coalesce(n.data -> 'earlier', '[]')) > 0 as is_merged
    ), queued as (
      insert into ${digestEntries} (user_id, notification_id, created_at, due_at)
      select a.user_id, a.id, ${time}, t.digest_at from added a join target t on t.id = a.user_id where t.channel = 'digest'
      on conflict do nothing
    )
    select t.id as "userId", t.username, t.email from added a join target t on t.id = a.user_id
    where t.channel = 'at-once' and not a.is_merged order by t.id`)
  return rows
}

/** Milliseconds within which versions of one script are one notification. */
const mergedWithin = 15 * 60_000

/** Undefined for a version that is not public anymore. `firstId` is that of the first version of the last minutes. */
export async function selectRelease(db: Db, versionId: number) {
  const since = sql`v.published_at - ${`${mergedWithin} milliseconds`}::interval`
  const { rows } = await db.execute<{
    scriptId: number
    firstId: number
    isAnalysed: boolean
  }>(sql`
    select s.id as "scriptId", not ('report:waiting' = any(s.attributes) or s.attributes = '{}') as "isAnalysed",
      (select min(e.id) from ${scriptVersions} e where e.script_id = s.id and e.id <= v.id and e.published_at >= ${since}) as "firstId"
    from ${scriptVersions} v join ${scripts} s on s.id = v.script_id
    where v.id = ${versionId} and v.published_at is not null and v.withdrawn_at is null and s.publication = 'published'`)
  return rows[0]
}
