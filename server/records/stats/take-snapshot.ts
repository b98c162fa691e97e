import type { DailyStats } from '#contract/records/stats.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'

import { selectSiteStats, upsertDailyStats } from './stats.queries.ts'

/** Runs at the end of the day: a later snapshot replaces an earlier one. */
export async function takeDailySnapshot({ db, clock }: App): Promise<void> {
  await takeSnapshot(db, clock.now())
}

export async function takeSnapshot(db: Db, now: Date): Promise<DailyStats> {
  const totals = await selectSiteStats(db)
  const date = now.toISOString().slice(0, 10)
  await upsertDailyStats(db, date, totals, now)
  return { date, ...totals }
}
