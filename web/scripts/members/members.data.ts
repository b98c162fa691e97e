import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { invalidateScriptLists, scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { showToast } from '#web/ui/toast.ts'

export const membersQuery = (scriptId: number, userId: number) =>
  queryOptions({
    queryKey: ['members', scriptId, userId],
    queryFn: ({ signal }) => call('GET /api/scripts/:id/members', { params: { id: scriptId }, signal }),
    staleTime: 0,
  })

export const invitationsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['invitations', userId],
    queryFn: ({ signal }) => call('GET /api/invitations', { signal }),
    staleTime: 0,
  })

type Change = {
  run: () => Promise<unknown>
  /** The title of the message after it. */
  done: string
  failed: string
  /** Undefined where no script is concerned. */
  scriptId: number | undefined
  after?: () => void
}

/** A change of members or invitations. What shows them is loaded again, also after an error. */
export function useMemberChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (_, { done, after }) => {
      void showToast({ type: 'success', title: done })
      after?.()
    },
    onError: (error, { failed }) =>
      void showToast({ type: 'error', title: failed, message: errorMessage(error, 'Please try again.') }),
    onSettled: async (_data, _error, { scriptId }) => {
      invalidateScriptLists(queryClient)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['members'] }),
        queryClient.invalidateQueries({ queryKey: ['invitations'] }),
        scriptId !== undefined && queryClient.invalidateQueries({ queryKey: scriptQuery(scriptId).queryKey }),
        scriptId === undefined && queryClient.invalidateQueries({ queryKey: ['collections'] }),
      ])
    },
  })
}
