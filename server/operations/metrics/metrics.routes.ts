import { httpRoute } from '#platform/http/route.ts'

import { readMetrics } from './read-metrics.ts'

export const metricsRoutes = [
  httpRoute({
    method: 'GET',
    path: '/metrics',
    access: 'verified-by-handler',
    handle: async ({ app, request }) => ({
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: await readMetrics(app, request.headers.authorization),
    }),
  }),
]
