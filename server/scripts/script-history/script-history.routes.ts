import { scriptHistoryApi } from '#contract/scripts/script-history.ts'
import { route } from '#platform/http/route.ts'

import { readHistory } from './read-history.ts'

export const scriptHistoryRoutes = [
  route(scriptHistoryApi.get, ({ db, actor, params, query }) => readHistory(db, actor, params.id, query)),
]
