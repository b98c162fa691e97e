import { scriptStatisticsApi } from '#contract/scripts/script-statistics.ts'
import { route } from '#platform/http/route.ts'

import { readStatistics } from './read-statistics.ts'

export const scriptStatisticsRoutes = [
  route(scriptStatisticsApi.get, ({ app, actor, params, query }) =>
    readStatistics(app, actor, params.id, query.days),
  ),
]
