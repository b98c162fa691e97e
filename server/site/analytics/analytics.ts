import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Analytics } from '#contract/site/analytics.ts'
import type { App } from '#platform/app.ts'
import { memoizeByKey } from '#platform/cache/memoize.ts'
import { after, dayOf, minute } from '#platform/clock.ts'
import { invalidate, inTransaction } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'

import {
  insertDailyCounts,
  removeOldFigures,
  selectFirstActivityAt,
  selectLastCountedDay,
  addDays,
  daysFrom,
  daysMax,
  selectDailyCounts,
  selectEmptySearches,
  selectReviewTimes,
  selectTopAuthors,
  selectTopScripts,
} from './analytics.queries.ts'

/** The cache tag of the figures. */
const analyticsTag: CacheTag = 'analytics'

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
  const firstAt = await selectFirstActivityAt(db)
  const earliest = addDays(last, 1 - daysMax)
  if (!firstAt) return undefined
  return dayOf(firstAt) > earliest ? dayOf(firstAt) : earliest
}

const listed = 20

/** Finished days change once a day, so their sums are cached until then. */
const cachedDays = memoizeByKey<Pick<Analytics, 'days' | 'scripts' | 'authors'>>(8)

export async function readAnalytics(app: App, period: number): Promise<Analytics> {
  const { db, clock } = app
  const to = addDays(dayOf(clock.now()), -1)
  const from = addDays(to, 1 - period)
  const ofDays = await cachedDays(app, `${from} ${to}`, [analyticsTag], async () => ({
    days: await selectDailyCounts(db, from, to),
    scripts: await selectTopScripts(db, from, to, listed),
    authors: await selectTopAuthors(db, from, to, listed),
  }))
  return {
    ...ofDays,
    emptySearches: await selectEmptySearches(db, from, listed),
    reviews: await selectReviewTimes(db, from, clock.now()),
  }
}
