import { asc, between, desc, gt, lte, sql, lt } from 'drizzle-orm'

import type { DailyStats, SiteStats } from '#contract/records/stats.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { dailyStats, siteTotals, emptySearches } from '#server/records/records.tables.ts'

/** The current totals, without placeholder partners. */
export async function selectSiteStats(db: Db): Promise<SiteStats> {
  const { scripts, users, downloads, partners } = siteTotals
  const query = preparedStatement(db, 'site_stats', (on) =>
    on
      .select({
        totalScripts: scripts,
        totalUsers: users,
        totalDownloads: downloads,
        totalPartners: partners,
      })
      .from(siteTotals),
  )
  const [row] = await query.execute()
  if (!row) throw new Error('The totals of the site are missing')
  return row
}

type Totals = Record<'scripts' | 'users' | 'downloads' | 'partners', number>

/** Call this last in a transaction: all that change a total wait for the lock of this row. */
export async function addToSiteTotals(tx: Db, by: Partial<Totals>): Promise<void> {
  const { scripts = 0, users = 0, downloads = 0, partners = 0 } = by
  await tx.update(siteTotals).set({
    scripts: sql`${siteTotals.scripts} + ${scripts}`,
    users: sql`${siteTotals.users} + ${users}`,
    downloads: sql`${siteTotals.downloads} + ${downloads}`,
    partners: sql`${siteTotals.partners} + ${partners}`,
  })
}

/** A later snapshot of a day (`YYYY-MM-DD`) replaces an earlier one. */
export async function upsertDailyStats(db: Db, day: string, totals: SiteStats, takenAt: Date): Promise<void> {
  const values = {
    scripts: totals.totalScripts,
    users: totals.totalUsers,
    downloads: totals.totalDownloads,
    partners: totals.totalPartners,
    takenAt,
  }
  await db
    .insert(dailyStats)
    .values({ day, ...values })
    .onConflictDoUpdate({ target: dailyStats.day, set: values })
}

const columns = {
  date: dailyStats.day,
  totalScripts: dailyStats.scripts,
  totalUsers: dailyStats.users,
  totalDownloads: dailyStats.downloads,
  totalPartners: dailyStats.partners,
} as const

/** The last snapshot until that day and the first after it. */
export async function selectDaysAround(db: Db, day: string): Promise<DailyStats[]> {
  const until = db
    .select(columns)
    .from(dailyStats)
    .where(lte(dailyStats.day, day))
    .orderBy(desc(dailyStats.day))
    .limit(1)
  const after = db
    .select(columns)
    .from(dailyStats)
    .where(gt(dailyStats.day, day))
    .orderBy(asc(dailyStats.day))
    .limit(1)
  return [...(await until), ...(await after)]
}

/** The snapshots of a range of days, both ends included, oldest first. */
export async function selectDays(db: Db, from: string, to: string): Promise<DailyStats[]> {
  return db
    .select(columns)
    .from(dailyStats)
    .where(between(dailyStats.day, from, to))
    .orderBy(asc(dailyStats.day))
}

/** A day has at most `queriesMax` different queries, so that a flood of random ones does not fill the table. */
export async function addEmptySearches(
  db: Db,
  day: string,
  counts: ReadonlyMap<string, number>,
  queriesMax: number,
): Promise<void> {
  const { rows } = await db.execute<{ known: number }>(
    sql`select count(*)::int as known from ${emptySearches} where day = ${day}`,
  )
  const left = queriesMax - (rows[0]?.known ?? 0)
  // Through unnest: each array is one parameter.
  const queries = sql.param([...counts.keys()])
  const numbers = sql.param([...counts.values()])
  await db.execute(sql`
    insert into ${emptySearches} as stored (day, query, count)
    select ${day}::date, query, number
    from (
      select query, number, exists (select from ${emptySearches} e where e.day = ${day} and e.query = sent.query) as is_known,
        row_number() over () as position
      from unnest(${queries}::text[], ${numbers}::int[]) as sent (query, number)
    ) sent where is_known or position <= ${left}
    on conflict (day, query) do update set count = stored.count + excluded.count`)
}

export async function removeOldSearches(tx: Db, before: string): Promise<void> {
  await tx.delete(emptySearches).where(lt(emptySearches.day, before))
}
