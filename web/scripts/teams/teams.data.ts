import { queryOptions } from '@tanstack/react-query'

import { call, callQuery, type CallReply } from '#web/app/call.ts'
import { pageBeyondEnd } from '#web/app/page-beyond-end.ts'
import { teamPath } from '#web/app/paths.ts'
import type { ProfileSearch } from '#web/scripts/profiles/profile-search.ts'
import { nullIfNotFound } from '#web/scripts/script-page/script-detail.data.ts'

type PublicTeam = CallReply<'GET /api/team-pages/:name'>

/** null for an unknown name. Beyond the last page it is the last page, as `pagination.page` shows. */
export const teamQuery = (name: string, search: ProfileSearch) =>
  queryOptions({
    queryKey: ['teams', 'page', name.toLowerCase(), search],
    queryFn: async ({ signal }) => {
      const team = await readTeam(name, search, signal)
      const lastPage = team ? pageBeyondEnd(team.scripts.pagination) : undefined
      return lastPage === undefined ? team : readTeam(name, { ...search, page: lastPage }, signal)
    },
    // The previous page stays while the next one loads, unless it is another team's.
    placeholderData: (previous: PublicTeam | null | undefined, query) =>
      query?.queryKey[2] === name.toLowerCase() ? previous : undefined,
  })

const readTeam = (name: string, query: ProfileSearch, signal: AbortSignal) =>
  nullIfNotFound(call('GET /api/team-pages/:name', { params: { name }, query, signal }))

export const managedTeamQuery = (id: number, userId: number) => ({
  ...callQuery(['teams', 'managed', id, userId], 'GET /api/teams/:id', { params: { id } }),
  staleTime: 0,
})

export const ownTeamsQuery = (userId: number) => ({
  ...callQuery(['teams', 'own', userId], 'GET /api/account/teams'),
  staleTime: 0,
})

export const manageTeamPath = (name: string): string => `${teamPath(name)}/manage`
