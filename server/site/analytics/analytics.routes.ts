import { analyticsApi } from '#contract/site/analytics.ts'
import { route } from '#platform/http/route.ts'

import { readAnalytics } from './analytics.ts'

export const analyticsRoutes = [
  route(analyticsApi.read, ({ app, query }) => readAnalytics(app, query.period)),
]
