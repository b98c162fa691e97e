import type { SiteStats } from '#contract/stats.ts'
import { prepared, type Db } from '#platform/database.ts'

import { dailyStats, siteTotals } from './stats.tables.ts'

/** The totals of now. Placeholder partners are not among them: nobody sees those. */
export async function selectSiteStats(db: Db): Promise<SiteStats> {
  const { scripts, users, downloads, partners } = siteTotals
  const query = prepared(db, 'site_stats', (on) =>
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

/** Keeps totals as those of a day (`YYYY-MM-DD`); a later snapshot takes the place of an earlier one. */
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
