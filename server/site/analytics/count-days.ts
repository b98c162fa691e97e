import type { App } from '#platform/app.ts'
import { after, dayOf, minute } from '#platform/clock.ts'
import { invalidate, inTransaction } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'

import {
  insertDailyCounts,
  removeOldFigures,
  selectFirstActivityAt,
  selectLastCountedDay,
} from './analytics.queries.ts'
import { addDays, analyticsTag, daysFrom, daysMax } from './analytics.rules.ts'

/** The last writes of a day may commit after its end. */
const grace = 10 * minute

/** Counts each finished day once; the first run also counts the days before it that the log has. */
export const countDays: Job = {
  name: 'count-days',
  schedule: '12 0 * * *',
  runsAtStart: true,
  run: countFinishedDays,
}

export async function countFinishedDays({ db, clock }: App): Promise<void> {
  const last = addDays(dayOf(after(clock.now(), -grace)), -1)
  const counted = await selectLastCountedDay(db)
  const first = counted === undefined ? await firstDay(db, last) : addDays(counted, 1)
  if (first === undefined) return
  for (const day of daysFrom(first, last))
    await inTransaction(db, async (tx) => {
      await insertDailyCounts(tx, day)
      await removeOldFigures(tx, addDays(day, -daysMax))
      invalidate(tx, analyticsTag)
    })
}

async function firstDay(db: App['db'], last: string): Promise<string | undefined> {
  const at = await selectFirstActivityAt(db)
  const earliest = addDays(last, 1 - daysMax)
  if (!at) return undefined
  return dayOf(at) > earliest ? dayOf(at) : earliest
}
