import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { VersionSummary, WithdrawalDraft } from '#contract/scripts/versions.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { invalidateScriptLists, scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { showToast } from '#web/ui/toast.ts'

type Change =
  | { act: 'changelog'; changelog: string }
  | { act: 'withdraw'; draft: WithdrawalDraft }
  | { act: 'restore' }

/** Says what happened, by the state that the server returned. */
function doneText(act: Change['act'], { number, state }: VersionSummary): string {
  if (act === 'changelog') return 'Changelog saved'
  if (act === 'withdraw') return `${number} was withdrawn`
  if (state === 'waiting') return `${number} was restored and is waiting for review`
  return state === 'scanning'
    ? `${number} was restored and is checked before it is published`
    : `${number} was restored`
}

export function useVersionChange({ id, scriptId }: VersionSummary) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (change: Change) => {
      const params = { id }
      if (change.act === 'restore') return call('POST /api/versions/:id/restore', { params })
      if (change.act === 'withdraw')
        return call('POST /api/versions/:id/withdraw', { params, body: change.draft })
      return call('PUT /api/versions/:id', { params, body: { changelog: change.changelog } })
    },
    onSuccess: async (version, { act }) => {
      invalidateScriptLists(queryClient)
      router.clearCache()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: scriptQuery(scriptId).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['versions'] }),
      ])
      void showToast({ type: 'success', title: doneText(act, version) })
    },
    onError: (error, { act }) => {
      // A dialog shows its own errors.
      if (act === 'restore')
        void showToast({ type: 'error', title: errorMessage(error, 'Failed to restore') })
    },
  })
}
