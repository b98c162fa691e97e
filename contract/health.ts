import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const healthApi = {
  ready: endpoint({
    method: 'GET',
    path: '/api/health',
    summary:
      'Whether the hub can serve: 503 when the database or the storage is down, or this node is stopping.',
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
    summary: 'Whether the process answers.',
    access: 'anyone',
    reply: z.object({ status: z.literal('ok') }),
  }),
}
