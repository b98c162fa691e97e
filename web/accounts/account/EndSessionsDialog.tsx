import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'
import { call, ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'

import { accountErrorTexts } from './account-error-texts.ts'
import { ownSessionsQuery } from './account.data.ts'
import type { OwnSession } from './SessionRow.tsx'

const ConfirmDialog = lazyPart(() => import('#web/ui/ConfirmDialog.tsx'), 'ConfirmDialog')

export type EndedSessions = OwnSession | 'others'

const errorTexts = accountErrorTexts({
  failed: 'The device could not be signed out. Please try again.',
  broken: 'Network error occurred',
})

export function EndSessionsDialog({
  userId,
  ended,
  onClose,
}: {
  userId: number
  ended: EndedSessions
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => endSessions(ended),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries(ownSessionsQuery(userId))
    },
  })
  const isAll = ended === 'others'
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={isAll ? 'Sign out all other devices?' : `Sign out ${ended.device}?`}
        confirmLabel={isAll ? 'Sign Out All' : 'Sign Out'}
        busyText="Signing Out..."
        isBusy={isPending}
        error={error ? errorMessage(error, errorTexts) : undefined}
        onConfirm={() => mutate()}
      >
        {isAll
          ? 'You stay signed in here. You will have to sign in again everywhere else.'
          : 'You will have to sign in again on that device.'}
      </ConfirmDialog>
    </Suspense>
  )
}

async function endSessions(ended: EndedSessions): Promise<unknown> {
  if (ended === 'others') return call('DELETE /api/account/sessions')
  return call('DELETE /api/account/sessions/:id', { params: { id: ended.id } }).catch(ignoreNotFound)
}

/** The session has already been ended elsewhere. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
