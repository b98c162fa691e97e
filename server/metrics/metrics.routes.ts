import type { RawRoute } from '#platform/http/route.ts'

import { readMetrics } from './read-metrics.ts'

export const metricsRoutes: readonly RawRoute[] = [
  {
    method: 'GET',
    path: '/metrics',
    handle: async (hub, request, response) => {
      const text = await readMetrics(hub, request.headers.authorization)
      response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      response.setHeader('cache-control', 'no-store')
      response.end(request.method === 'HEAD' ? undefined : text)
    },
  },
]
