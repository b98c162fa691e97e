import { eq, sql, type SQL } from 'drizzle-orm'
import type { DownloadSource } from '#contract/scripts/script-authors.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { membersColumn, membersOf } from '#server/scripts/authors.queries.ts'
import type { Authored } from '#server/scripts/scripts.rules.ts'
import { scripts, type publications } from '#server/scripts/scripts.tables.ts'
import { scriptDownloads } from '#server/scripts/counters.tables.ts'
import { scriptMembers } from '#server/scripts/members.tables.ts'

/** An event that may change counters. `userId` is the signed-in user; null is a visitor. */
export type CounterEvent = {
  kind: 'like' | 'unlike' | 'view' | 'download'
  scriptId: number
  userId: number | null
  /** The hashed viewer of a view; empty for other kinds. */
  viewer: string
  /** Where a download came from; empty for other kinds. */
  source: DownloadSource | ''
  at: Date
}

/** The counters of a script after the batch; `isChanged` when one of them changed. */
export type CounterRow = {
  scriptId: number
  userId: number
  publication: (typeof publications)[number]
  members: Authored['members']
  likes: number
  views: number
  downloads: number
  isChanged: boolean
  isDownloaded: boolean
}

/** When a view counts again and when a download counts (docs/domain-rules.md, Counters). */
const viewsADay = 5
const rules = {
  betweenViews: sql.raw(`interval '10 seconds'`),
  linkLasts: sql.raw(`interval '10 minutes'`),
  betweenDownloads: sql.raw(`interval '1 hour'`),
}

/**
 * Applies a batch in one statement: the rows of likes, views and downloads, the counters of scripts, authors and site,
 * and the activities. Scripts are locked first, in order of their ids, so concurrent flushes of two nodes cannot
 * deadlock and a script that is being deleted is either counted or missing. The totals of the site wait for the authors, as in
 * `countScripts`: PostgreSQL itself runs the last step first. No two events concern the same row.
 */
export async function applyCounters(tx: Db, events: readonly CounterEvent[]): Promise<CounterRow[]> {
  const query = preparedStatement(tx, 'count_all', (on) => {
    const step = (name: string, text: SQL) => on.$with(name, {}).as(text)
    return on
      .with(
        step('events', eventRows),
        step('locked', lockedScripts),
        step('authors', lockedAuthors),
        step(
          'counted',
          sql`
          select a.*, l.user_id as author_id from events a join locked l on l.id = a.script_id
          where l.publication = 'published'`,
        ),
        step('liked', newLikes),
        step('unliked', removedLikes),
        step('viewed', newViews),
        step('downloaded', newDownloads),
        step('gains', gainsOfScripts),
        step(
          'scripts_now',
          sql`
          update scripts s set likes = greatest(0, s.likes + g.likes), views = s.views + g.views,
            downloads = s.downloads + g.downloads
          from gains g where s.id = g.script_id returning s.id, s.likes, s.views, s.downloads`,
        ),
        step(
          'versions_now',
          sql`
          update script_versions v set downloads = v.downloads + d.downloads
          from (select version_id, count(*)::int as downloads from downloaded group by 1) d where v.id = d.version_id`,
        ),
        step(
          'authors_now',
          sql`
          update users u
          set reputation = greatest(0, u.reputation + g.likes), total_downloads = u.total_downloads + g.downloads
          from (
            select l.user_id, sum(g.likes) as likes, sum(g.downloads) as downloads
            from gains g join locked l on l.id = g.script_id group by 1
          ) g join authors a on a.id = g.user_id
          where u.id = g.user_id and (g.likes <> 0 or g.downloads <> 0)`,
        ),
        step(
          'site_now',
          sql`
          update site_totals set downloads = downloads + (select sum(downloads) from gains)
          where exists (select from gains where downloads > 0) and (select count(*) from authors) > 0`,
        ),
        step('days_now', newDays),
        step('logged', newActivities),
      )
      .select({
        scriptId: sql<number>`l.id`,
        userId: sql<number>`l.user_id`,
        publication: sql<CounterRow['publication']>`l.publication`,
        likes: sql<number>`coalesce(n.likes, l.likes)`,
        views: sql<number>`coalesce(n.views, l.views)`,
        downloads: sql<number>`coalesce(n.downloads, l.downloads)`,
        // Only the authors see a script that is not public.
        members: sql<
          CounterRow['members']
        >`case when l.publication = 'published' then '[]' else ${membersOf(sql`l.id`, sql`l.user_id`)} end`,
        isChanged: sql<boolean>`n.id is not null`,
        isDownloaded: sql<boolean>`coalesce(n.downloads > l.downloads, false)`,
      })
      .from(sql`locked l left join scripts_now n on n.id = l.id`)
  })
  return query.execute({
    kinds: events.map(({ kind }) => kind),
    scriptIds: events.map(({ scriptId }) => scriptId),
    userIds: events.map(({ userId }) => userId),
    viewers: events.map(({ viewer }) => viewer),
    sources: events.map(({ source }) => source),
    times: events.map(({ at }) => at.toISOString()),
    // The user of each viewer, as JSON: a join of views and events would compare each with all.
    usersByViewer: JSON.stringify(Object.fromEntries(events.map(({ viewer, userId }) => [viewer, userId]))),
  })
}

const eventRows = sql`
  select * from unnest(${sql.placeholder('kinds')}::text[], ${sql.placeholder('scriptIds')}::int[],
    ${sql.placeholder('userIds')}::int[], ${sql.placeholder('viewers')}::text[],
    ${sql.placeholder('sources')}::text[], ${sql.placeholder('times')}::timestamptz[])
    as a (kind, script_id, user_id, viewer, source, at)`

const lockedScripts = sql`
  select id, user_id, publication, name, likes, views, downloads from scripts
  where id in (select script_id from events) order by id for no key update`

const lockedAuthors = sql`
  select id from users
  where id in (select l.user_id from locked l join events a on a.script_id = l.id where a.kind <> 'view')
  order by id for no key update`

const newLikes = sql`
  insert into likes (user_id, script_id, created_at)
  select c.user_id, c.script_id, c.at from counted c join users u on u.id = c.user_id where c.kind = 'like'
  on conflict do nothing returning user_id, script_id, created_at as at`

const removedLikes = sql`
  delete from likes k using counted c
  where c.kind = 'unlike' and k.user_id = c.user_id and k.script_id = c.script_id
  returning k.user_id, k.script_id, c.at`

const newViews = sql`
  insert into recent_views as r (script_id, viewer, day, count, last_at)
  select script_id, viewer, (at at time zone 'UTC')::date, 1, at from counted
  where kind = 'view' and user_id is distinct from author_id and not exists (
    select from script_members m where m.script_id = counted.script_id and m.user_id = counted.user_id)
  on conflict (script_id, viewer, day) do update set count = r.count + 1, last_at = excluded.last_at
  where r.count < ${sql.raw(String(viewsADay))} and excluded.last_at >= r.last_at + ${rules.betweenViews}
  returning script_id, viewer, last_at as at`

const newDownloads = sql`
  update script_downloads d set counted_at = c.at from counted c
  where c.kind = 'download' and d.user_id = c.user_id and d.script_id = c.script_id
    and d.linked_at >= c.at - ${rules.linkLasts}
    and (d.counted_at is null or d.counted_at <= c.at - ${rules.betweenDownloads})
  returning d.user_id, d.script_id, d.version_id, c.source, c.at`

const gainsOfScripts = sql`
  select script_id, sum(likes)::int as likes, sum(views)::int as views, sum(downloads)::int as downloads
  from (
    select script_id, 1 as likes, 0 as views, 0 as downloads from liked
    union all select script_id, -1, 0, 0 from unliked
    union all select script_id, 0, 1, 0 from viewed
    union all select script_id, 0, 0, 1 from downloaded
  ) one group by script_id`

/** The figures of the author. A download is one that adds to all other counters too. */
const newDays = sql`
  insert into script_days as stored (script_id, day, figure, version_id, source, count)
  select script_id, (at at time zone 'UTC')::date, figure, version_id, source, sum(number)::int
  from (
    select script_id, at, 'likes' as figure, 0 as version_id, '' as source, 1 as number from liked
    union all select script_id, at, 'likes', 0, '', -1 from unliked
    union all select script_id, at, 'views', 0, '', 1 from viewed
    union all select script_id, at, 'downloads', coalesce(version_id, 0), source, 1 from downloaded
  ) one group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (script_id, day, figure, version_id, source) do update set count = stored.count + excluded.count`

const newActivities = sql`
  insert into activities (type, action, description, status, user_id, target_id, target_type, created_at)
  select 'script', done.action, coalesce(u.username, 'A visitor') || done.verb || l.name, 'info',
    done.user_id, done.script_id, 'script', done.at
  from (
    select 'Script Liked' as action, ' liked ' as verb, user_id, script_id, at from liked
    union all select 'Script Unliked', ' no longer likes ', user_id, script_id, at from unliked
    union all select 'Script Downloaded', ' downloaded ', user_id, script_id, at from downloaded
    union all select 'Script Viewed', ' viewed ', (${sql.placeholder('usersByViewer')}::jsonb ->> viewer)::int, script_id, at
      from viewed
  ) done
  join locked l on l.id = done.script_id
  left join users u on u.id = done.user_id`

/** The number of likes of a script, and whether this user likes it. */
export async function selectLikeStatus(db: Db, scriptId: number, userId: number | null) {
  const query = preparedStatement(db, 'like_status', (on) =>
    on
      .select({
        userId: scripts.userId,
        members: membersColumn,
        publication: scripts.publication,
        likeCount: scripts.likes,
        isLiked: sql<boolean>`exists (
          select from likes k where k.script_id = ${scripts.id} and k.user_id = ${sql.placeholder('userId')}::int)`,
      })
      .from(scripts)
      .where(eq(scripts.id, sql.placeholder('scriptId'))),
  )
  const [row] = await query.execute({ scriptId, userId })
  return row
}

/** Deletes the viewers of past days. Their salt is gone, so no viewer can be identified from the rows. */
export async function removeViewsBefore(db: Db, day: string): Promise<void> {
  await db.execute(sql`delete from recent_views where day < ${day}::date`)
}

type Trend = { id: number; trend: number }

/**
 * The sum over users whose download counted in the last 14 days: a download of now is 1000, one of three days ago 368.
 * Authors do not count. Returns the scripts whose stored value is another one.
 */
export async function selectChangedTrends(db: Db, now: Date): Promise<Trend[]> {
  const time = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Trend>(sql`
    with recent as materialized (
      select d.script_id as id,
        round(1000 * sum(exp(-extract(epoch from ${time} - d.counted_at)::float / 86400 / 3)))::int as trend
      from ${scriptDownloads} d join ${scripts} s on s.id = d.script_id and s.user_id <> d.user_id
      where d.counted_at > ${time} - interval '14 days' and d.counted_at <= ${time} and not exists (
        select from ${scriptMembers} m where m.script_id = d.script_id and m.user_id = d.user_id) group by 1
    )
    select r.id, r.trend from recent r join ${scripts} s on s.id = r.id where s.trend <> r.trend
    union all
    select s.id, 0 from ${scripts} s
    where s.publication = 'published' and s.trend > 0 and not exists (select from recent where id = s.id)
    order by 1`)
  return rows
}

export async function updateTrends(tx: Db, trends: readonly Trend[]): Promise<void> {
  const ids = sql.param(trends.map(({ id }) => id))
  // Locked in the order of ids, as by applyCounters.
  await tx.execute(sql`
    select from ${scripts} where id = any(${ids}::int[]) order by id for no key update`)
  await tx.execute(sql`
    update ${scripts} s set trend = t.trend
    from unnest(${ids}::int[], ${sql.param(trends.map(({ trend }) => trend))}::int[]) as t (id, trend)
    where s.id = t.id`)
}
