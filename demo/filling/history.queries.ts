import { sql } from 'drizzle-orm'

import { inTransaction, type Db } from '#platform/database.ts'

import { catalogue } from '../catalogue.ts'
import { partners, type DemoPartner } from '../partners.ts'
import { people } from '../people.ts'
import { insertBans } from './bans.queries.ts'
import type { LikeToCome } from './like-scripts.ts'
import { recentEvents } from './recent-events.ts'
import { insertStandings } from './standing.queries.ts'
import type { Members } from './sign-up-people.ts'
import type { ScriptIds } from './submit-scripts.ts'

/** Days of which the dashboard has a snapshot. */
const snapshotDays = 120

/** The history is written last and whole: where there is one, nothing is left to fill. */
export async function isHistoryWritten(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from daily_stats
    where exists (select from users where is_owner and email_key = ${people[0]?.email})`)
  return (rows[0]?.count ?? 0) >= snapshotDays
}

/** People who are not of this demo. */
export async function selectStrangers(db: Db): Promise<number> {
  const emails = people.map(({ email }) => email)
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from users where email_key <> all(${sql.param(emails)}::text[])`)
  return rows[0]?.count ?? 0
}

export async function selectUsernames(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ username: string }>(sql`select username from users`)
  return new Set(rows.map(({ username }) => username))
}

export async function selectGroupIds(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; id: number }>(sql`select name, id from groups`)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

export async function selectScriptIds(db: Db): Promise<[name: string, id: number][]> {
  const { rows } = await db.execute<{ name: string; id: number }>(sql`select name, id from scripts`)
  return rows.map(({ name, id }) => [name, id])
}

export type PictureCopy = {
  key: string
  address: string
  files: string[]
  width: number
  height: number
  color: string
}
export type CoverRow = PictureCopy & { scriptId: number; pictureCount: number }

/** The first picture of every script, and how many it has. */
export async function selectCovers(db: Db): Promise<Map<number, CoverRow>> {
  const { rows } = await db.execute<CoverRow>(sql`
    select i.script_id as "scriptId", i.key, i.address, i.files, i.width, i.height, i.color,
      (select count(*)::int from script_images o where o.script_id = i.script_id) as "pictureCount"
    from script_images i where i.position = 0`)
  return new Map(rows.map((row) => [row.scriptId, row]))
}

/** After the cover. */
export async function insertMorePictures(
  db: Db,
  scriptId: number,
  pictures: readonly PictureCopy[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const [index, { key, address, files, width, height, color }] of pictures.entries())
      await tx.execute(sql`
        insert into script_images (script_id, position, key, address, files, width, height, color)
        values (${scriptId}, ${index + 1}, ${key}, ${address}, ${sql.param(files)}::text[], ${width}, ${height}, ${color})`)
  })
}

/** Who is still to like what. */
export async function selectLikesToCome(db: Db, members: Members, ids: ScriptIds): Promise<LikeToCome[]> {
  const { rows } = await db.execute<{ userId: number; scriptId: number }>(
    sql`select user_id as "userId", script_id as "scriptId" from likes`,
  )
  const present = new Set(rows.map(({ userId, scriptId }) => `${userId} ${scriptId}`))
  return catalogue.flatMap(({ name, likedBy }) =>
    likedBy.flatMap((username) => {
      const [member, scriptId] = [members.get(username), ids.get(name)]
      if (!member || scriptId === undefined || present.has(`${member.id} ${scriptId}`)) return []
      return [{ token: member.token, scriptId }]
    }),
  )
}

export async function selectPartnerNames(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from partners`)
  return new Set(rows.map(({ name }) => name))
}

export async function insertPartner(db: Db, partner: DemoPartner, logo: string): Promise<void> {
  const { name, website, discord, description, isFeatured } = partner
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into partners (name, logo_url, website_url, discord_url, description, is_featured)
      values (${name}, ${logo}, ${website}, ${discord}, ${description}, ${isFeatured})`)
    await tx.execute(sql`update site_totals set partners = partners + 1`)
  })
}

/**
 * Gives everything its time, and scripts the counters that two years would have brought. What the hub keeps as
 * sums is added up anew, so that totals and rows agree. Tables are small here: no statement needs to be clever.
 */
export async function writeHistory(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await datePeople(tx, now)
    await dateScripts(tx, now)
    await dateLikes(tx, now)
    await datePartners(tx, now)
    await addUpTotals(tx)
    await dateActivities(tx, now)
    await insertRecentEvents(tx, now)
    await insertSnapshots(tx, now)
    await insertStandings(tx, now)
    await insertBans(tx, now)
    await forgetMails(tx)
  })
}

function json(rows: readonly object[]) {
  return sql`${JSON.stringify(rows)}::jsonb`
}

/** The moment a number of days before now. */
function daysBefore(now: Date, days: string) {
  return sql`${now.toISOString()}::timestamptz - ${sql.raw(days)} * interval '1 day'`
}

async function datePeople(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    update users u set email_verified = true, registration_ip = null, last_login_ip = null,
      created_at = ${daysBefore(now, 'p."joinedDaysAgo"')},
      last_login_at = ${daysBefore(now, 'p."lastSeenDaysAgo"')},
      last_active_at = ${daysBefore(now, 'p."lastSeenDaysAgo"')}
    from jsonb_to_recordset(${json(people)}) as p (email text, "joinedDaysAgo" float8, "lastSeenDaysAgo" float8)
    where u.email_key = p.email`)
  await tx.execute(sql`
    update memberships m set created_at = u.created_at + interval '20 minutes' from users u where u.id = m.user_id`)
  await tx.execute(sql`delete from sessions where ip in ('127.0.0.1', '::1')`)
}

async function dateScripts(tx: Db, now: Date): Promise<void> {
  const rows = catalogue.map(({ name, daysAgo, updatedDaysAgo, downloads, views }) => ({
    name,
    daysAgo,
    updatedDaysAgo,
    downloads,
    views,
  }))
  await tx.execute(sql`
    update scripts s set downloads = d.downloads, views = d.views,
      created_at = ${daysBefore(now, 'd."daysAgo"')}, updated_at = ${daysBefore(now, 'd."updatedDaysAgo"')}
    from jsonb_to_recordset(${json(rows)})
      as d (name text, "daysAgo" float8, "updatedDaysAgo" float8, downloads int, views int)
    where s.name = d.name`)
  await tx.execute(sql`
    update script_files f set created_at = s.updated_at from scripts s where s.id = f.script_id`)
}

/** Between the later of both beginnings and now, most of them soon after it. */
async function dateLikes(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    update likes k set created_at = begun.at + (${now.toISOString()}::timestamptz - begun.at) * begun.share ^ 2
    from (
      select l.user_id, l.script_id, greatest(s.created_at, u.created_at) as at,
        ('x' || left(md5(l.user_id || ' ' || l.script_id), 8))::bit(32)::bigint / 4294967296.0 as share
      from likes l join scripts s on s.id = l.script_id join users u on u.id = l.user_id
    ) begun
    where k.user_id = begun.user_id and k.script_id = begun.script_id`)
}

async function datePartners(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    update partners p set created_at = ${daysBefore(now, 'd."sinceDaysAgo"')}
    from jsonb_to_recordset(${json(partners)}) as d (name text, "sinceDaysAgo" float8) where p.name = d.name`)
}

async function addUpTotals(tx: Db): Promise<void> {
  await tx.execute(sql`
    update users u set total_downloads = s.downloads, reputation = s.likes
    from (select user_id, sum(downloads) as downloads, sum(likes) as likes from scripts group by 1) s
    where s.user_id = u.id`)
  await tx.execute(sql`update site_totals set downloads = (select sum(downloads) from scripts)`)
}

/** What the log says of the filling happened when its subject says that it happened. */
async function dateActivities(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    update activities a set created_at = least(coalesce(
      case a.action
        when 'Script Created' then (select created_at from scripts s where s.id = a.target_id)
        when 'Script Liked' then
          (select created_at from likes k where k.user_id = a.user_id and k.script_id = a.target_id)
        when 'Profile Updated' then
          (select created_at + interval '2 hours' from users u where u.id = a.target_id)
        else (select created_at + interval '20 minutes' from users u where u.id = a.target_id)
      end, a.created_at), ${now.toISOString()}::timestamptz)`)
}

async function insertRecentEvents(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into activities (type, action, description, status, source, user_id, target_id, target_type, created_at)
    select e.type, e.action, e.description, e.status, e.source, u.id,
      case when e.action like 'Script %' then s.id else u.id end,
      case when e.action like 'Script %' then 'script' when e.type = 'user' then 'user' else 'system' end,
      ${daysBefore(now, 'e."daysAgo"')}
    from jsonb_to_recordset(${json(recentEvents)}) as e (
      type text, action text, description text, status text, source text, username text, script text, "daysAgo" float8)
    left join users u on u.username = e.username left join scripts s on s.name = e.script`)
}

/** A day's snapshot counts what was there at its end; downloads came in over a script's life, faster at first. */
async function insertSnapshots(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into daily_stats (day, scripts, users, downloads, partners, taken_at)
    select ends::date,
      (select count(*) from scripts where created_at <= ends),
      (select count(*) from users where created_at <= ends),
      (select coalesce(sum(s.downloads * (
          extract(epoch from ends - s.created_at) / extract(epoch from ${now.toISOString()}::timestamptz - s.created_at)
        ) ^ 0.7), 0)::int from scripts s where s.created_at < ends),
      (select count(*) from partners where created_at <= ends),
      ends
    from generate_series(1, ${snapshotDays}) as ago,
      lateral (select ${now.toISOString()}::timestamptz - ago * interval '1 day' as ends) d
    on conflict (day) do nothing`)
}

/** The letters to forty people who confirmed their addresses long ago. */
async function forgetMails(tx: Db): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'deliver-mail'`)
}
