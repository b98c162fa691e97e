import { queryOptions } from '@tanstack/react-query'

import { call, CallFailure } from '#web/app/call.ts'
import type { CallReply } from '#web/app/call.ts'

type Profile = CallReply<'GET /api/users/profile/:username'>

/**
 * A profile with a page of its scripts; null when there is nobody of that name, which is an answer and no failure.
 * A page beyond the end is the last one, as `pagination.page` then says.
 */
export const profileQuery = (username: string, page: number) =>
  queryOptions({
    queryKey: ['profiles', 'page', username, page],
    queryFn: async ({ signal }) => {
      const profile = await readProfile(username, page, signal)
      const { totalPages = 1 } = profile?.scripts.pagination ?? {}
      return page <= Math.max(1, totalPages) ? profile : readProfile(username, totalPages, signal)
    },
    // Another page of the same person stays while the next one comes; another person does not.
    placeholderData: (previous: Profile | null | undefined, query) =>
      query?.queryKey[2] === username ? previous : undefined,
  })

async function readProfile(username: string, page: number, signal: AbortSignal): Promise<Profile | null> {
  try {
    return await call('GET /api/users/profile/:username', { params: { username }, query: { page }, signal })
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return null
    throw error
  }
}
