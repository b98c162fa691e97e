import { partnersApi } from '#contract/partners.ts'
import { cachedRoute } from '#platform/http/route.ts'

import { selectPartners } from './partners.queries.ts'

export const partnerRoutes = [
  cachedRoute(
    partnersApi.list,
    () => ['partners'],
    ({ db }) => selectPartners(db),
  ),
]
