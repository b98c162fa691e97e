import type { DailyStats, HistoricalStats } from '#contract/records/stats.ts'
import { after, day, dayOf } from '#platform/clock.ts'
import type { App } from '#platform/app.ts'

import { selectDaysAround } from './stats.queries.ts'

/** The snapshot nearest to that many days ago; the earlier one of two equally near. That of today is no comparison. */
export async function readHistoricalStats(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  period: number,
): Promise<HistoricalStats> {
  const today = dayOf(clock.now())
  const wanted = dayOf(after(clock.now(), -period * day))
  const snapshots = await selectDaysAround(db, wanted)
  const nearest = nearestTo(
    wanted,
    snapshots.filter(({ date }) => date < today),
  )
  if (!nearest) return { period, date: null, stats: null }
  const { date, ...stats } = nearest
  return { period, date, stats }
}

function nearestTo(wanted: string, snapshots: readonly DailyStats[]): DailyStats | undefined {
  const distance = ({ date }: DailyStats) => Math.abs(Date.parse(date) - Date.parse(wanted))
  return snapshots.toSorted((one, other) => distance(one) - distance(other))[0]
}
