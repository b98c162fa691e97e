import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Case, CaseDraft, CaseMessageDraft } from '#contract/moderation/cases.ts'
import { call, pagedQuery } from '#web/app/call.ts'
import { isNotFound } from '#web/scripts/script-page/script-detail.data.ts'

import type { CasesSearch, LogSearch } from './cases-search.ts'

/** Each user sees other parts of a case. */
export const casesKey = (userId: number) => ['cases', userId]

/** For a screen where a member waits for a decision. */
export const followed = { refetchInterval: 60_000, refetchOnWindowFocus: true, staleTime: 0 } as const

/** null if it does not exist, or the user is no party of it. */
export const caseQuery = (userId: number, id: number) =>
  queryOptions({
    queryKey: [...casesKey(userId), 'one', id],
    queryFn: async ({ signal }): Promise<Case | null> => {
      try {
        return await call('GET /api/cases/:id', { params: { id }, signal })
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    staleTime: 0,
  })

export const ownCasesQuery = (userId: number, { page = 1 }: CasesSearch) => ({
  ...pagedQuery([...casesKey(userId), 'own', page], 'GET /api/cases/mine', { query: { page } }),
  staleTime: 0,
})

export const moderationLogQuery = ({ page = 1, decision }: LogSearch) =>
  pagedQuery(['moderation-log', { page, decision }], 'GET /api/moderation/log', { query: { page, decision } })

/** Opens a report or an appeal. */
export function useOpenCase(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CaseDraft) => call('POST /api/cases', { body }),
    onSuccess: (opened) => {
      queryClient.setQueryData(caseQuery(userId, opened.id).queryKey, opened)
      void queryClient.invalidateQueries({ queryKey: casesKey(userId) })
    },
  })
}

export function useSendMessage(userId: number, id: number) {
  const queryClient = useQueryClient()
  const { queryKey } = caseQuery(userId, id)
  return useMutation({
    mutationFn: (body: CaseMessageDraft) => call('POST /api/cases/:id/messages', { params: { id }, body }),
    onSuccess: (caseData) => queryClient.setQueryData(queryKey, caseData),
    // The case may have been decided in the meantime.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
}
