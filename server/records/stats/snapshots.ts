import type { DailyStats, HistoricalStats } from '#contract/records/stats.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { insertActivity as recordActivity } from '#server/records/activities/activity-log.queries.ts'
import { after, day, dayOf } from '#platform/clock.ts'
import { selectDaysAround, selectSiteStats, upsertDailyStats } from './stats.queries.ts'

export async function createSnapshot(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
): Promise<DailyStats> {
  return inTransaction(db, async (tx) => {
    const snapshot = await takeSnapshot(tx, clock.now())
    await recordActivity(tx, {
      type: 'system',
      action: 'Statistics Snapshot',
      description: `${username} created a statistics snapshot`,
      status: 'success',
      userId,
      targetType: 'system',
      metadata: snapshot,
    })
    return snapshot
  })
}

/** The snapshot nearest to that many days ago; the earlier one of two equally near. That of today is no comparison. */
export async function readHistoricalStats(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  period: number,
): Promise<HistoricalStats> {
  const today = dayOf(clock.now())
  const comparedDay = dayOf(after(clock.now(), -period * day))
  const snapshots = await selectDaysAround(db, comparedDay)
  const nearest = nearestTo(
    comparedDay,
    snapshots.filter(({ date }) => date < today),
  )
  if (!nearest) return { period, date: null, stats: null }
  const { date, ...stats } = nearest
  return { period, date, stats }
}

function nearestTo(comparedDay: string, snapshots: readonly DailyStats[]): DailyStats | undefined {
  const distance = ({ date }: DailyStats) => Math.abs(Date.parse(date) - Date.parse(comparedDay))
  return snapshots.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Runs at the end of the day: a later snapshot replaces an earlier one. */
export async function takeDailySnapshot({ db, clock }: App): Promise<void> {
  await takeSnapshot(db, clock.now())
}

async function takeSnapshot(db: Db, now: Date): Promise<DailyStats> {
  const totals = await selectSiteStats(db)
  const date = now.toISOString().slice(0, 10)
  await upsertDailyStats(db, date, totals, now)
  return { date, ...totals }
}
