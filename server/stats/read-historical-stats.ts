import type { DailyStats, HistoricalStats } from '#contract/stats.ts'
import { after, day } from '#platform/clock.ts'
import type { Hub } from '#platform/hub.ts'

import { selectDaysAround } from './stats.queries.ts'

/** The snapshot nearest to that many days ago; of two equally near ones the earlier. */
export async function readHistoricalStats(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  period: number,
): Promise<HistoricalStats> {
  const wanted = after(clock.now(), -period * day)
    .toISOString()
    .slice(0, 10)
  const nearest = nearestTo(wanted, await selectDaysAround(db, wanted))
  if (!nearest) return { period, date: null, stats: null }
  const { date, ...stats } = nearest
  return { period, date, stats }
}

function nearestTo(wanted: string, kept: readonly DailyStats[]): DailyStats | undefined {
  const distance = ({ date }: DailyStats) => Math.abs(Date.parse(date) - Date.parse(wanted))
  return kept.toSorted((one, other) => distance(one) - distance(other))[0]
}
