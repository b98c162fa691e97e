import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  // Not broken off when a page is left: the next one wants it too.
  queryFn: () => call('GET /api/categories'),
  staleTime: 10 * 60_000,
})
