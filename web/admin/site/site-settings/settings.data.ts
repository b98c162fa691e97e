import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => call('GET /api/settings', { signal }),
  // A form is open: another user's change is found when it is saved.
  refetchOnWindowFocus: false,
})
