import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'

export const healthApi = {
  ready: endpoint({
    method: 'GET',
    path: '/api/health',
    summary: 'Check readiness',
    description: '503 when the database or the storage is unavailable, or when this node is shutting down.',
    access: 'anyone',
    reply: z.object({
      status: z.literal('ok'),
      version: z.string(),
      database: z.literal('ok'),
      storage: z.literal('ok'),
      load: z.enum(['ok', 'overloaded']),
    }),
  }),
  live: endpoint({
    method: 'GET',
    path: '/api/health/live',
    summary: 'Check liveness',
    description: 'Whether the process responds.',
    access: 'anyone',
    reply: z.object({ status: z.literal('ok') }),
  }),
}
