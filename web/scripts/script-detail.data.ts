import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import type { Script } from '#contract/scripts.ts'
import { call, CallFailure } from '#web/app/call.ts'

/** One script; null when there is none, which is an answer and no failure. */
export const scriptQuery = (id: number) =>
  queryOptions({
    queryKey: ['scripts', 'one', id],
    queryFn: ({ signal }) => orNull(call('GET /api/scripts/:id', { params: { id }, signal })),
  })

/** A page that nobody's scripts reach, so that none are looked for. */
const beyondAll = 1_000_000_000

/** Who wrote a script, for the card beside it; null when the account is gone. */
export const authorQuery = (username: string) =>
  queryOptions({
    queryKey: ['profiles', 'card', username],
    queryFn: ({ signal }) =>
      orNull(
        call('GET /api/users/profile/:username', {
          params: { username },
          query: { page: beyondAll },
          signal,
        }),
      ),
  })

/** Each person has a like of their own, so the person is part of the key. */
export const likeStatusQuery = (id: number, userId: number) =>
  queryOptions({
    queryKey: ['scripts', 'like-status', id, userId],
    queryFn: ({ signal }) => call('GET /api/scripts/:id/like-status', { params: { id }, signal }),
  })

async function orNull<Reply>(answer: Promise<Reply>): Promise<Reply | null> {
  try {
    return await answer
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 404
}

/** Changes what is shown of a script, when the server answered with a newer count. */
export function patchScript(queryClient: QueryClient, id: number, patch: Partial<Script>): void {
  queryClient.setQueryData(scriptQuery(id).queryKey, (script) => script && { ...script, ...patch })
}

/** A script was written: whatever lists or counts it is asked for again, by the page that comes next. */
export function dropScriptLists(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey: [feature, kind] }) =>
      feature === 'scripts' && kind !== 'one' && kind !== 'like-status',
  })
  for (const counted of ['categories', 'stats', 'profiles'])
    void queryClient.invalidateQueries({ queryKey: [counted], refetchType: 'none' })
}

/** A script is gone. Call it once its page is left: there it would be asked for again. */
export function dropScript(queryClient: QueryClient, id: number): void {
  queryClient.removeQueries({ queryKey: scriptQuery(id).queryKey })
  queryClient.removeQueries({ queryKey: ['scripts', 'like-status', id] })
}
