import { and, asc, between, desc, eq, gte, lt, sql } from 'drizzle-orm'

import type { Analytics, DailyCounts } from '#contract/site/analytics.ts'
import { after, day as dayMs, dayOf } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { activities, emptySearches } from '#server/records/records.tables.ts'
import { caseCounts, cases } from '#server/records/cases/cases.tables.ts'
import { removeOldSearches } from '#server/records/records.public.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'

import { dailyCounts, dailyScriptDownloads } from '#server/site/site.tables.ts'

/** How far the first count reaches back, and how long figures of single scripts and searches are stored. */
export const daysMax = 366

export function addDays(day: string, days: number): string {
  return dayOf(after(new Date(day), days * dayMs))
}

/** Days from the first to the last one, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

export async function selectLastCountedDay(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ day: dailyCounts.day })
    .from(dailyCounts)
    .orderBy(desc(dailyCounts.day))
    .limit(1)
  return row?.day
}

export async function selectFirstActivityAt(db: Db): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: activities.createdAt })
    .from(activities)
    .orderBy(asc(activities.createdAt), asc(activities.id))
    .limit(1)
  return row?.at
}

const dayRange = (day: string) =>
  sql`created_at >= ${`${day}T00:00:00Z`}::timestamptz and created_at < ${`${addDays(day, 1)}T00:00:00Z`}::timestamptz`

const countOf = (action: string) => sql`count(*) filter (where action = ${action})`

/** From the activity log. What clients report does not count. */
export async function insertDailyCounts(tx: Db, day: string): Promise<void> {
  await tx.execute(sql`
    insert into ${dailyCounts} (day, downloads, views, submissions, registrations)
    select ${day}::date, ${countOf('Script Downloaded')}, ${countOf('Script Viewed')}, ${countOf('Script Created')},
      ${countOf('User Registered')}
    from activities where ${dayRange(day)} and source = 'server'
    on conflict do nothing`)
  await tx.execute(sql`
    insert into ${dailyScriptDownloads} (day, script_id, user_id, downloads)
    select ${day}::date, s.id, s.user_id, a.downloads
    from (
      select target_id, count(*) as downloads from activities
      where ${dayRange(day)} and source = 'server' and action = 'Script Downloaded' group by 1
    ) a join scripts s on s.id = a.target_id
    on conflict do nothing`)
}

export async function removeOldFigures(tx: Db, before: string): Promise<void> {
  await tx.delete(dailyScriptDownloads).where(lt(dailyScriptDownloads.day, before))
  await removeOldSearches(tx, before)
}

export async function selectDailyCounts(db: Db, from: string, to: string): Promise<DailyCounts[]> {
  const { day: date, downloads, views, submissions, registrations } = dailyCounts
  return db
    .select({ date, downloads, views, submissions, registrations })
    .from(dailyCounts)
    .where(between(date, from, to))
    .orderBy(asc(date))
}

const total = sql<number>`sum(${dailyScriptDownloads.downloads})::int`

/** The scripts or authors with the most downloads of a period. */
const mostDownloaded = (db: Db, by: 'scriptId' | 'userId', from: string, to: string) =>
  db
    .select({ id: sql<number>`${dailyScriptDownloads[by]}`.as('counted_id'), downloads: total.as('total') })
    .from(dailyScriptDownloads)
    .where(between(dailyScriptDownloads.day, from, to))
    .groupBy(dailyScriptDownloads[by])
    .as('top')

export async function selectTopScripts(db: Db, from: string, to: string, limit: number) {
  const top = mostDownloaded(db, 'scriptId', from, to)
  return db
    .select({
      id: scripts.id,
      name: scripts.name,
      author: users.username,
      downloads: top.downloads,
      isPublic: sql<boolean>`${scripts.publication} = 'published'`,
    })
    .from(top)
    .innerJoin(scripts, eq(scripts.id, top.id))
    .innerJoin(users, eq(users.id, scripts.userId))
    .orderBy(desc(top.downloads), asc(scripts.id))
    .limit(limit)
}

export async function selectTopAuthors(db: Db, from: string, to: string, limit: number) {
  const top = mostDownloaded(db, 'userId', from, to)
  return db
    .select({ username: users.username, downloads: top.downloads })
    .from(top)
    .innerJoin(users, eq(users.id, top.id))
    .orderBy(desc(top.downloads), asc(users.id))
    .limit(limit)
}

export async function selectEmptySearches(db: Db, from: string, limit: number) {
  const { query, count, day } = emptySearches
  const sum = sql<number>`sum(${count})::int`
  return db
    .select({ query, count: sum })
    .from(emptySearches)
    .where(gte(day, from))
    .groupBy(query)
    .orderBy(desc(sum), asc(query))
    .limit(limit)
}

/** Exact to some seconds. */
const hours = (interval: unknown) => sql`round(extract(epoch from ${interval})::numeric / 3600, 3)::float8`

export async function selectReviewTimes(db: Db, from: string, now: Date): Promise<Analytics['reviews']> {
  const waited = sql`decided_at - created_at`
  const [decided] = await db
    .select({
      decided: sql<number>`count(*)::int`,
      medianHours: sql<number | null>`${hours(sql`percentile_cont(0.5) within group (order by ${waited})`)}`,
      slowestHours: sql<number | null>`${hours(sql`max(${waited})`)}`,
    })
    .from(cases)
    .where(
      and(eq(cases.kind, 'review'), sql`${cases.decision} is not null`, gte(cases.decidedAt, new Date(from))),
    )
  const [oldest] = await db
    .select({ hours: sql<number>`${hours(sql`${now.toISOString()}::timestamptz - created_at`)}` })
    .from(cases)
    .where(and(eq(cases.kind, 'review'), eq(cases.state, 'open')))
    .orderBy(asc(cases.createdAt), asc(cases.id))
    .limit(1)
  const [open] = await db
    .select({ count: sql<number>`coalesce(sum(${caseCounts.count}), 0)::int` })
    .from(caseCounts)
    .where(and(eq(caseCounts.kind, 'review'), eq(caseCounts.outcome, 'open')))
  return {
    waiting: open?.count ?? 0,
    oldestHours: oldest?.hours ?? null,
    decided: decided?.decided ?? 0,
    medianHours: decided?.medianHours ?? null,
    slowestHours: decided?.slowestHours ?? null,
  }
}
