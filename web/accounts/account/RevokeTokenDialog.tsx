import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'

import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'

import { accountErrorTexts } from './account-error-texts.ts'
import { tokensQuery, type AccessToken } from './tokens.data.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

const errorTexts = accountErrorTexts({
  failed: 'The token could not be revoked. Please try again.',
  broken: 'Network error occurred',
})

export function RevokeTokenDialog({
  userId,
  token: { id, name },
  onClose,
}: {
  userId: number
  token: AccessToken
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /api/account/tokens/:id', { params: { id } }).catch(ignoreNotFound),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries(tokensQuery(userId))
    },
  })
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={`Revoke ${name}?`}
        confirmLabel="Revoke"
        busyText="Revoking..."
        isBusy={isPending}
        error={error ? errorMessage(error, errorTexts) : undefined}
        onConfirm={() => mutate()}
      >
        Programs that use this token stop working at once.
      </ConfirmDialog>
    </Suspense>
  )
}

/** It has already ended. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
