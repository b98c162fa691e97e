import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const partnersQuery = queryOptions({
  queryKey: ['partners'],
  queryFn: ({ signal }) => call('GET /api/partners', { signal }),
})
