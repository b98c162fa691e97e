import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

/** Without the placeholders of the public page. */
export const partnersQuery = queryOptions({
  queryKey: ['admin', 'partners'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/partners', { signal })).filter(({ isPlaceholder }) => !isPlaceholder),
  staleTime: 0,
})
