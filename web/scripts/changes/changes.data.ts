import { queryOptions } from '@tanstack/react-query'

import { ApiError, call } from '#web/app/call.ts'

/** Null if the versions do not exist, are not public, or belong to different scripts. */
export const changesQuery = (to: number, from: number | undefined) =>
  queryOptions({
    queryKey: ['versions', 'changes', to, from ?? null],
    queryFn: async ({ signal }) => {
      try {
        return await call('GET /api/versions/:id/changes', { params: { id: to }, query: { from }, signal })
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }
    },
  })
