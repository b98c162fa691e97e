import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

const preparingInterval = 5_000

/** Asked again while an export is prepared. */
export const ownDataQuery = (userId: number) =>
  queryOptions({
    queryKey: ['own-data', userId],
    queryFn: ({ signal }) => call('GET /api/account/own-data', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.export?.state === 'preparing' ? preparingInterval : false),
  })
