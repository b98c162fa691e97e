import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  // Without an abort signal: the next page needs it too.
  queryFn: () => call('GET /api/categories'),
  staleTime: 10 * 60_000,
})
