import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const relatedScriptsQuery = (id: number) =>
  queryOptions({
    queryKey: ['scripts', 'related', id],
    queryFn: ({ signal }) => call('GET /api/scripts/:id/related', { params: { id }, signal }),
  })
