import { healthApi } from '#contract/operations/health.ts'
import { route } from '#platform/http/route.ts'

import { checkHealth } from './check-health.ts'

// They take no slot: an overloaded node still reports its health.
export const healthRoutes = [
  { ...route(healthApi.ready, ({ app }) => checkHealth(app)), work: undefined },
  { ...route(healthApi.live, async () => ({ status: 'ok' as const })), work: undefined },
]
