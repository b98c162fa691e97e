import { keepPreviousData, queryOptions, useMutation, useQueryClient, useQuery } from '@tanstack/react-query'

import type { Case, CaseDecisionDraft, CaseEffectQuery, CaseKind } from '#contract/moderation/cases.ts'
import type { ModerationSearch } from '#web/admin/admin-search.ts'
import { call, callQuery, pagedQuery } from '#web/app/call.ts'
import { caseQuery } from '#web/moderation/cases/cases.data.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { reportQuery } from '#web/scripts/versions/versions.data.ts'

export const queueKey = ['admin', 'moderation', 'queue']

const minute = 60_000

export const queueQuery = (search: Omit<ModerationSearch, 'kind'> & { kind: CaseKind }) => ({
  ...pagedQuery([...queueKey, search], 'GET /api/moderation/cases', { query: search }),
  refetchInterval: minute,
})

/** How many cases wait. */
export const waitingQuery = queryOptions({
  queryKey: [...queueKey, 'waiting'],
  queryFn: async ({ signal }) => {
    const { counts, oldestAt } = await call('GET /api/moderation/cases', { query: { limit: 1 }, signal })
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { total, oldestAt }
  },
})

/** For moderators: copies of a version by other authors. */
export const similarQuery = (versionId: number) =>
  callQuery(['admin', 'moderation', 'similar', versionId], 'GET /api/versions/:id/similar', {
    params: { id: versionId },
  })

/** The other scripts that a decision would touch by what it blocks. */
export const effectQuery = (id: number, blocks: CaseEffectQuery) => ({
  ...callQuery(['admin', 'moderation', 'effect', id, blocks], 'POST /api/moderation/cases/:id/effect', {
    params: { id },
    body: blocks,
  }),
  placeholderData: keepPreviousData,
})

/** Lets author and reporters of a case write to each other, or ends that. */
export function useDirectMessages(userId: number, id: number) {
  const queryClient = useQueryClient()
  const { queryKey } = caseQuery(userId, id)
  return useMutation({
    mutationFn: (isAllowed: boolean) =>
      call('POST /api/moderation/cases/:id/direct-messages', { params: { id }, body: { isAllowed } }),
    onSuccess: (changed) => queryClient.setQueryData(queryKey, changed),
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
}

/** Claims, releases or decides a case, and shows the reply. After an error the case is read again. */
export function useCaseChange(userId: number, id: number) {
  const queryClient = useQueryClient()
  const { queryKey } = caseQuery(userId, id)
  return useMutation({
    mutationFn: (change: 'claim' | 'release' | CaseDecisionDraft): Promise<Case> => {
      const params = { id }
      if (change === 'claim') return call('POST /api/moderation/cases/:id/claim', { params })
      if (change === 'release') return call('POST /api/moderation/cases/:id/release', { params })
      return call('POST /api/moderation/cases/:id/decide', { params, body: change })
    },
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: queueKey })
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

/** The version that a case is about: of a reported script the current one. */
export function useVersionId({ script, version }: Pick<Case, 'script' | 'version'>): number | undefined {
  const current = useQuery({ ...scriptQuery(script?.id ?? 0), enabled: script !== null && version === null })
  return version?.id ?? current.data?.versionId
}

export function useReport(caseData: Case) {
  const versionId = useVersionId(caseData)
  return useQuery({ ...reportQuery(versionId ?? 0), enabled: versionId !== undefined })
}
