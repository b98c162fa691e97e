import { queryOptions } from '@tanstack/react-query'

import { scriptLimits } from '#contract/script-limits.ts'
import { call } from '#web/app/call.ts'

export const relatedScriptsQuery = (id: number) =>
  queryOptions({
    queryKey: ['scripts', 'related', id],
    queryFn: ({ signal }) => call('GET /api/scripts/:id/related', { params: { id }, signal }),
  })

export const dependentScriptsQuery = (id: number) =>
  queryOptions({
    queryKey: ['scripts', 'dependents', id],
    queryFn: ({ signal }) =>
      call('GET /api/scripts/:id/dependents', {
        params: { id },
        query: { limit: scriptLimits.related },
        signal,
      }),
  })
