import { callQuery } from '#web/app/call.ts'
import { useChange } from '#web/app/use-change.ts'
import { invalidateScriptLists, scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'

export const membersQuery = (scriptId: number, userId: number) => ({
  ...callQuery(['members', scriptId, userId], 'GET /api/scripts/:id/members', { params: { id: scriptId } }),
  staleTime: 0,
})

export const invitationsQuery = (userId: number) => ({
  ...callQuery(['invitations', userId], 'GET /api/invitations'),
  staleTime: 0,
})

/** A change of members or invitations, of collections without a script. */
export const useMemberChange = (scriptId?: number) =>
  useChange(async (queryClient) => {
    invalidateScriptLists(queryClient)
    const { queryKey } = scriptId === undefined ? { queryKey: ['collections'] } : scriptQuery(scriptId)
    await Promise.all(
      [['members'], ['invitations'], queryKey].map((key) => queryClient.invalidateQueries({ queryKey: key })),
    )
  })
