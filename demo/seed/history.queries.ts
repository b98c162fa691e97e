import { sql } from 'drizzle-orm'

import { after, day } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { partners as partnersTable } from '#server/site/site.tables.ts'
import { scriptImages } from '#server/scripts/scripts.tables.ts'

import { catalogue } from '../catalogue.ts'
import { partners } from '../partners.ts'
import { users } from '../users.ts'
import { insertActivities } from './activities.queries.ts'
import { lookUp, type ScriptIds, type SeededUsers } from './context.ts'
import { insertBans, insertGroups, insertStyles } from './permissions.queries.ts'
import { snapshotDays, type ImageRow } from './seed.queries.ts'

type Seeded = {
  users: SeededUsers
  scriptIds: ScriptIds
  images: ImageRow[]
  logoUrls: ReadonlyMap<string, string>
}

/** Writes what the API cannot: dates in the past, counters, and rows that usually accumulate over months. */
export async function writeHistory(db: Db, now: Date, seeded: Seeded): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.insert(scriptImages).values(seeded.images)
    await insertPartners(tx, now, seeded.logoUrls)
    await backdateUsers(tx, now)
    await backdateScripts(tx, now)
    await backdateLikes(tx, now)
    await updateTotals(tx)
    await backdateActivities(tx, now)
    await insertActivities(tx, now, seeded)
    await insertSnapshots(tx, now)
    await insertGroups(tx, now, seeded.users)
    await insertStyles(tx, now, seeded.users)
    await insertBans(tx, now, seeded.users)
    await completeMailJobs(tx)
  })
}

async function insertPartners(tx: Db, now: Date, logoUrls: ReadonlyMap<string, string>): Promise<void> {
  await tx.insert(partnersTable).values(
    partners.map(({ name, description, website, isFeatured, sinceDaysAgo }) => ({
      name,
      description,
      websiteUrl: website,
      discordUrl: 'https://discord.com',
      logoUrl: lookUp(logoUrls, name),
      isFeatured,
      createdAt: after(now, -sinceDaysAgo * day),
    })),
  )
  await tx.execute(sql`update site_totals set partners = partners + ${partners.length}`)
}

function json(rows: readonly object[]) {
  return sql`${JSON.stringify(rows)}::jsonb`
}

async function backdateUsers(tx: Db, now: Date): Promise<void> {
  const rows = users.map(({ email, joinedDaysAgo, lastSeenDaysAgo }) => ({
    email,
    joined: after(now, -joinedDaysAgo * day),
    seen: after(now, -lastSeenDaysAgo * day),
  }))
  await tx.execute(sql`
    update users u set email_verified = true, registration_ip = null, last_login_ip = null,
      created_at = d.joined, last_login_at = d.seen, last_active_at = d.seen
    from jsonb_to_recordset(${json(rows)}) as d (email text, joined timestamptz, seen timestamptz)
    where u.email_key = d.email`)
  await tx.execute(sql`
    update memberships m set created_at = u.created_at + interval '20 minutes' from users u where u.id = m.user_id`)
  await tx.execute(sql`delete from sessions`)
}

async function backdateScripts(tx: Db, now: Date): Promise<void> {
  const rows = catalogue.map(({ name, daysAgo, updatedDaysAgo, downloads, views }) => ({
    name,
    created: after(now, -daysAgo * day),
    updated: after(now, -updatedDaysAgo * day),
    downloads,
    views,
  }))
  await tx.execute(sql`
    update scripts s set downloads = d.downloads, views = d.views, created_at = d.created, updated_at = d.updated
    from jsonb_to_recordset(${json(rows)})
      as d (name text, created timestamptz, updated timestamptz, downloads int, views int)
    where s.name = d.name`)
  await tx.execute(sql`
    update script_files f set created_at = s.updated_at from scripts s where s.id = f.script_id`)
}

/** Between now and the later of registration and publication; most likes come soon after it. */
async function backdateLikes(tx: Db, now: Date): Promise<void> {
  await tx.execute(sql`
    update likes k set created_at = d.start + (${now.toISOString()}::timestamptz - d.start) * d.share ^ 2
    from (
      select l.user_id, l.script_id, greatest(s.created_at, u.created_at) as start,
        ('x' || left(md5(l.user_id || ' ' || l.script_id), 8))::bit(32)::bigint / 4294967296.0 as share
      from likes l join scripts s on s.id = l.script_id join users u on u.id = l.user_id
    ) d
    where k.user_id = d.user_id and k.script_id = d.script_id`)
}

/** The sums that the server maintains incrementally must match the changed counters. */
async function updateTotals(tx: Db): Promise<void> {
  await tx.execute(sql`
    update users u set total_downloads = s.downloads, reputation = s.likes
    from (select user_id, sum(downloads) as downloads, sum(likes) as likes from scripts group by 1) s
    where s.user_id = u.id`)
  await tx.execute(sql`update site_totals set downloads = (select sum(downloads) from scripts)`)
}

/** Entries that the server logged during seeding get the time of the row that they describe. */
async function backdateActivities(tx: Db, now: Date): Promise<void> {
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

/** Downloads of a script are spread over its lifetime, with more of them at the start. */
async function insertSnapshots(tx: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into daily_stats (day, scripts, users, downloads, partners, taken_at)
    select taken::date,
      (select count(*) from scripts where created_at <= taken),
      (select count(*) from users where created_at <= taken),
      (select coalesce(sum(s.downloads * (
          extract(epoch from taken - s.created_at) / extract(epoch from ${at} - s.created_at)
        ) ^ 0.7), 0)::int from scripts s where s.created_at < taken),
      (select count(*) from partners where created_at <= taken),
      taken
    from generate_series(1, ${snapshotDays}) as days_ago,
      lateral (select ${at} - days_ago * interval '1 day' as taken) d
    on conflict (day) do nothing`)
}

/** Confirmation emails to the demo users must not be sent. */
async function completeMailJobs(tx: Db): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'deliver-mail'`)
}
