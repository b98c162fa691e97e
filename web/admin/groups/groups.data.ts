import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const groupsQuery = queryOptions({
  queryKey: ['admin', 'groups', 'list'],
  queryFn: ({ signal }) => call('GET /api/groups', { signal }),
  staleTime: 0,
})
