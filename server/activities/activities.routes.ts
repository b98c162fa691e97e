import { activitiesApi } from '#contract/activities.ts'
import { route } from '#platform/http/route.ts'

import { exportActivities } from './export-activities.ts'
import { listActivities, listRecentActivities } from './list-activities.ts'
import { reportActivity } from './report-activity.ts'

export const activityRoutes = [
  route(activitiesApi.report, ({ hub, actor, client, body }) => reportActivity(hub, actor, client, body)),
  route(activitiesApi.recent, ({ db, query }) => listRecentActivities(db, query.limit)),
  route(activitiesApi.list, ({ db, query }) => listActivities(db, query)),
  route(activitiesApi.export, ({ hub, actor, query }) => exportActivities(hub, actor, query)),
]
