import { statsApi } from '#contract/stats.ts'
import { cachedRoute } from '#platform/http/route.ts'

import { selectSiteStats } from './stats.queries.ts'

export const statsRoutes = [
  cachedRoute(
    statsApi.site,
    () => ['stats'],
    ({ db }) => selectSiteStats(db),
  ),
]
