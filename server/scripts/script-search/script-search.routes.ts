import { scriptsApi } from '#contract/scripts/scripts.ts'
import { cachedRoute } from '#platform/http/route.ts'

import { searchScripts } from './search-scripts.ts'

export const scriptSearchRoutes = [
  cachedRoute(
    scriptsApi.search,
    () => undefined,
    ({ app, query }) => searchScripts(app, query),
  ),
]
