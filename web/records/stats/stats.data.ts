import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const siteStatsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => call('GET /api/stats', { signal }),
})
