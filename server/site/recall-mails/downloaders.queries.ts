import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scriptDownloads } from '#server/scripts/counters.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { type Shared, channelsOf, nextDigest } from '#server/site/notifications/notifications.queries.ts'
import {
  digestEntries,
  notifications,
  notificationSettings,
} from '#server/site/notifications/notifications.tables.ts'

const n = notifications

type Batch = { now: Date; after: number; limit: number }

export type Downloader = {
  userId: number
  username: string
  email: string
  downloadedOn: string
  /** False for an email address that is not confirmed, and for a user who has the notification already. */
  isMailed: boolean
}

/** Recalls by the author of a script are mailed again to a user after this. */
const repeatAfter = '7 days'

/**
 * Notifies one batch of the users who downloaded a version since a day, ordered by id, without its author and the one who
 * withdrew it. A download
 * of an earlier release has no version: it counts when the version was published before it. A user is mailed once about a
 * version, and a second time when a moderator recalls it after its author.
 */
export async function insertForDownloaders(
  tx: Db,
  shared: Shared,
  downloads: { versionId: number; since: Date; actorId: number | null; isByAuthor: boolean },
  { now, after, limit }: Batch,
): Promise<Downloader[]> {
  const { eventId, kind, data, path } = shared
  const d = scriptDownloads
  const lastDownload = sql`greatest(${d.linkedAt}, ${d.countedAt})`
  const time = sql`${now.toISOString()}::timestamptz`
  const { isByAuthor } = downloads
  const channels = channelsOf('security')
  const wasMailed = sql`exists (
    select from ${n} e where e.user_id = batch.id and e.kind = ${kind} and e.mailed_at is not null and (
      (e.data ->> 'versionId' = ${String(downloads.versionId)}
        and (${isByAuthor} or e.data ->> 'isByAuthor' is distinct from 'true'))
      or (${isByAuthor} and e.data ->> 'scriptId' = batch.script_id::text and e.mailed_at > ${time} - ${repeatAfter}::interval)))`
  const { rows } = await tx.execute<Downloader>(sql`
    with batch as materialized (
      select u.id, u.username, u.email, sc.id as script_id, ${channels.bell} as in_bell,
        case when u.email_verified then ${channels.email} else 'off' end as channel, ${nextDigest(time)} as digest_at, to_char(${lastDownload} at time zone 'UTC', 'YYYY-MM-DD') as downloaded_on
      from ${scriptVersions} v join ${scripts} sc on sc.id = v.script_id join ${d} on ${d.scriptId} = sc.id
        join ${users} u on u.id = ${d.userId} left join ${notificationSettings} s on s.user_id = u.id
      where v.id = ${downloads.versionId} and ${d.userId} > ${after} and ${d.userId} <> sc.user_id
        and ${d.userId} is distinct from ${downloads.actorId}::int
        and ${lastDownload} >= ${downloads.since.toISOString()}::timestamptz
        and (${d.versionId} = v.id or (${d.versionId} is null and ${lastDownload} >= v.published_at))
      order by ${d.userId} limit ${limit}
    ), added as (
      insert into ${n} (user_id, event_id, kind, data, path, created_at, in_bell, mailed_at)
      select id, ${eventId}, ${kind}, ${JSON.stringify(data)}::jsonb
          || jsonb_build_object('downloadedOn', downloaded_on, 'versionId', ${downloads.versionId}::int, 'scriptId', script_id), ${path},
        ${time}, in_bell, case when channel = 'at-once' and not ${wasMailed} then ${time} end
      from batch where in_bell or channel <> 'off' on conflict (event_id, user_id) do nothing returning id, user_id, mailed_at
    ), queued as (
      insert into ${digestEntries} (user_id, notification_id, created_at, due_at)
      select a.user_id, a.id, ${time}, b.digest_at from added a join batch b on b.id = a.user_id where b.channel = 'digest'
    )
    select b.id as "userId", b.username, b.email, b.downloaded_on as "downloadedOn",
      a.mailed_at is not null as "isMailed"
    from batch b left join added a on a.user_id = b.id order by b.id`)
  return rows
}
