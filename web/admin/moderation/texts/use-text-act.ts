import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { showToast } from '#web/ui/toast.ts'

import { textsKey, type ListedText } from './texts.data.ts'

/** `reason` hides the texts; without one they are restored. */
type Act = { texts: readonly ListedText[]; reason: string | null }

const countText = (count: number) => (count === 1 ? '1 text' : `${count} texts`)

/** Hides or restores texts. A toast offers to undo what was done, and says what failed. */
export function useTextAct(onDone: () => void) {
  const queryClient = useQueryClient()
  const act = useMutation({
    mutationFn: async ({ texts: chosen, reason }: Act) => {
      const texts = chosen.map(({ kind, id }) => ({ kind, id }))
      const body =
        reason === null ? { action: 'restore' as const, texts } : { action: 'hide' as const, texts, reason }
      return (await call('POST /api/moderation/texts/bulk', { body })).results
    },
    onSuccess: async (results, { texts, reason }) => {
      onDone()
      const failed = results.filter(({ error }) => error !== null)
      const done = texts.filter(({ id }) =>
        results.some((result) => result.id === id && result.error === null),
      )
      if (failed.length > 0)
        void showToast({
          type: 'warning',
          title: `${countText(failed.length)} not changed`,
          message: failed[0]?.error ?? '',
        })
      if (done.length > 0)
        void showToast({
          type: 'success',
          title: `${countText(done.length)} ${reason === null ? 'restored' : 'hidden'}`,
          durationMs: 10_000,
          action: {
            label: 'Undo',
            run: () =>
              act.mutate({ texts: done, reason: reason === null ? (done[0]?.hidden?.reason ?? '') : null }),
          },
        })
      await queryClient.invalidateQueries({ queryKey: textsKey })
      await queryClient.invalidateQueries({ queryKey: ['works'] })
    },
    onError: (error, { reason }) => {
      // The dialog shows the error.
      if (reason === null) void showToast({ type: 'error', title: errorMessage(error, 'Failed to restore') })
    },
  })
  return act
}
