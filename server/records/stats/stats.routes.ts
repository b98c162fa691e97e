import { statsApi } from '#contract/records/stats.ts'
import { cachedRoute, route } from '#platform/http/route.ts'

import { readHistoricalStats, createSnapshot } from './snapshots.ts'
import { selectDays, selectSiteStats } from './stats.queries.ts'

export const statsRoutes = [
  cachedRoute(
    statsApi.site,
    () => ['stats'],
    ({ db }) => selectSiteStats(db),
  ),
  route(statsApi.historical, ({ app, query }) => readHistoricalStats(app, query.period)),
  route(statsApi.range, ({ db, query }) => selectDays(db, query.startDate, query.endDate)),
  route(statsApi.snapshot, ({ app, actor }) => createSnapshot(app, actor)),
]
