import { activitiesApi } from '#contract/records/activities.ts'
import { route } from '#platform/http/route.ts'

import { exportActivities } from './export-activities.ts'
import { listActivities, listRecentActivities } from './list-activities.ts'
import { reportActivity } from './report-activity.ts'

export const activityRoutes = [
  route(activitiesApi.report, ({ app, actor, client, body }) => reportActivity(app, actor, client, body)),
  route(activitiesApi.recent, ({ db, query }) => listRecentActivities(db, query)),
  route(activitiesApi.list, ({ db, query }) => listActivities(db, query)),
  route(activitiesApi.history, ({ db, query }) => listActivities(db, { ...query, usage: 'hidden' })),
  route(activitiesApi.export, ({ app, actor, query }) => exportActivities(app, actor, query)),
]
