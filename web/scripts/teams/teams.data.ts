import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError, call, type CallReply } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { pageBeyondEnd } from '#web/app/page-beyond-end.ts'
import { teamPath } from '#web/app/paths.ts'
import type { ProfileSearch } from '#web/scripts/profiles/profile-search.ts'
import { showToast } from '#web/ui/toast.ts'

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

async function readTeam(name: string, query: ProfileSearch, signal: AbortSignal): Promise<PublicTeam | null> {
  try {
    return await call('GET /api/team-pages/:name', { params: { name }, query, signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** As its members see it. */
export const managedTeamQuery = (id: number, userId: number) =>
  queryOptions({
    queryKey: ['teams', 'managed', id, userId],
    queryFn: ({ signal }) => call('GET /api/teams/:id', { params: { id }, signal }),
    staleTime: 0,
  })

export const ownTeamsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['teams', 'own', userId],
    queryFn: ({ signal }) => call('GET /api/account/teams', { signal }),
    staleTime: 0,
  })

type Change = {
  run: () => Promise<unknown>
  /** The title of the message after it. */
  done: string
  failed: string
  after?: () => void
}

/** A change of teams. What shows them is loaded again, also after an error. */
export function useTeamChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (_, { done, after }) => {
      void showToast({ type: 'success', title: done })
      after?.()
    },
    onError: (error, { failed }) =>
      void showToast({ type: 'error', title: failed, message: errorMessage(error, 'Please try again.') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['teams'] }),
  })
}

export const manageTeamPath = (name: string): string => `${teamPath(name)}/manage`
