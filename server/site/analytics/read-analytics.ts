import type { Analytics } from '#contract/site/analytics.ts'
import type { App } from '#platform/app.ts'
import { dayOf } from '#platform/clock.ts'
import { memoizeByKey } from '#platform/cache/memoize-by-key.ts'

import {
  selectDailyCounts,
  selectEmptySearches,
  selectReviewTimes,
  selectTopAuthors,
  selectTopScripts,
} from './analytics.queries.ts'
import { addDays, analyticsTag } from './analytics.rules.ts'

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
