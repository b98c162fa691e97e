import { queryOptions, type QueryClient } from '@tanstack/react-query'

import type { Script } from '#contract/scripts/scripts.ts'
import { ApiError, call, callQuery } from '#web/app/call.ts'

/** null if the script does not exist. */
export const scriptQuery = (id: number) =>
  queryOptions({
    queryKey: ['scripts', 'one', id],
    queryFn: ({ signal }) => nullIfNotFound(call('GET /api/scripts/:id', { params: { id }, signal })),
  })

/** null if the account was deleted. */
export const authorQuery = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'card', username],
    queryFn: ({ signal }) =>
      nullIfNotFound(call('GET /api/users/profile/:username/card', { params: { username }, signal })),
  })

/** The key contains the user: each user has their own like. */
export const likeStatusQuery = (id: number, userId: number) =>
  callQuery(['scripts', 'like-status', id, userId], 'GET /api/scripts/:id/like-status', { params: { id } })

export async function nullIfNotFound<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  try {
    return await reply
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Shows a newer count that the server replied with. */
export function updateScriptQuery(queryClient: QueryClient, id: number, patch: Partial<Script>): void {
  queryClient.setQueryData(scriptQuery(id).queryKey, (script) => script && { ...script, ...patch })
}

/** After a write of a script: the next page loads its lists and counts again. */
export function invalidateScriptLists(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [feature, kind] }) =>
      feature === 'scripts' && kind !== 'one' && kind !== 'like-status',
  })
  for (const feature of ['categories', 'stats', 'profiles'])
    void queryClient.invalidateQueries({ queryKey: [feature], refetchType: 'none' })
}

/** For a deleted script. Call it after leaving the script's page, which would load the script again. */
export function removeScriptQuery(queryClient: QueryClient, id: number): void {
  queryClient.removeQueries({ queryKey: scriptQuery(id).queryKey })
  queryClient.removeQueries({ queryKey: ['scripts', 'like-status', id] })
}
