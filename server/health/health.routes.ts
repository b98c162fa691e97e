import { healthApi } from '#contract/health.ts'
import { route } from '#platform/http/route.ts'

import { checkHealth } from './check-health.ts'

export const healthRoutes = [
  { ...route(healthApi.ready, ({ hub }) => checkHealth(hub)), evenBusy: true as const },
  { ...route(healthApi.live, async () => ({ status: 'ok' as const })), evenBusy: true as const },
]
