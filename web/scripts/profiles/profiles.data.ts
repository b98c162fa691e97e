import { queryOptions } from '@tanstack/react-query'

import { call, type CallReply } from '#web/app/call.ts'
import { pageBeyondEnd } from '#web/app/page-beyond-end.ts'
import { nullIfNotFound } from '#web/scripts/script-page/script-detail.data.ts'

import type { ProfileSearch } from './profile-search.ts'

type Profile = CallReply<'GET /api/users/profile/:username'>

/** null for an unknown username. Beyond the last page it is the last page, as `pagination.page` shows. */
export const profileQuery = (username: string, search: ProfileSearch) =>
  queryOptions({
    queryKey: ['profiles', 'page', username, search],
    queryFn: async ({ signal }) => {
      const profile = await readProfile(username, search, signal)
      const lastPage = profile ? pageBeyondEnd(profile.scripts.pagination) : undefined
      return lastPage === undefined ? profile : readProfile(username, { ...search, page: lastPage }, signal)
    },
    // The previous page stays while the next one loads, unless it is another user's.
    placeholderData: (previous: Profile | null | undefined, query) =>
      query?.queryKey[2] === username ? previous : undefined,
  })

const readProfile = (username: string, query: ProfileSearch, signal: AbortSignal) =>
  nullIfNotFound(call('GET /api/users/profile/:username', { params: { username }, query, signal }))
