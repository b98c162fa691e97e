import { activitiesApi } from '#contract/records/activities.ts'
import { statsApi } from '#contract/records/stats.ts'
import { route, cachedRoute } from '#platform/http/route.ts'

import {
  exportActivities,
  listActivities,
  listRecentActivities,
  reportActivity,
} from './activities/activity-log.ts'
import { readHistoricalStats, createSnapshot } from './stats/snapshots.ts'
import { selectDays, selectSiteStats } from './stats/stats.queries.ts'

export const recordRoutes = [
  route(activitiesApi.report, ({ app, actor, client, body }) => reportActivity(app, actor, client, body)),
  route(activitiesApi.recent, ({ db, query }) => listRecentActivities(db, query)),
  route(activitiesApi.list, ({ db, query }) => listActivities(db, query)),
  route(activitiesApi.history, ({ db, query }) => listActivities(db, { ...query, usage: 'hidden' })),
  route(activitiesApi.export, ({ app, actor, query }) => exportActivities(app, actor, query)),

  cachedRoute(
    statsApi.site,
    () => ['stats'],
    ({ db }) => selectSiteStats(db),
  ),
  route(statsApi.historical, ({ app, query }) => readHistoricalStats(app, query.period)),
  route(statsApi.range, ({ db, query }) => selectDays(db, query.startDate, query.endDate)),
  route(statsApi.snapshot, ({ app, actor }) => createSnapshot(app, actor)),
]
