import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { removalLimits } from '#contract/scripts/removal-schemas.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { ApiError, call } from '#web/app/call.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { removeScriptQuery, invalidateScriptLists, isNotFound } from './script-detail.data.ts'

/**
 * `own` for the author, `any` for administrators. For other moderators a deletion hides the script, and its files are
 * deleted `later`.
 */
export function DeleteScriptDialog({
  script,
  deletes,
  isOpen,
  onClose,
}: {
  script: Script
  deletes: 'own' | 'any' | 'later'
  isOpen: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const [typedName, setTypedName] = useState('')
  const deletion = useMutation({
    mutationFn: () => call('DELETE /api/scripts/:id', { params: { id: script.id } }).catch(ignoreNotFound),
    onSuccess: async () => {
      onClose()
      invalidateScriptLists(queryClient)
      await navigate({ to: '/scripts' })
      removeScriptQuery(queryClient, script.id)
      router.clearCache()
      await showToast({
        type: 'success',
        title: deletes === 'later' ? 'Script hidden' : 'Script deleted',
        message: script.name,
      })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        deletion.reset()
        onClose()
      }}
      title={`Delete “${script.name}”?`}
      warning={
        deletes !== 'own' && (
          <>
            <strong>Moderator Action</strong>
            <br />
            This script belongs to {script.author}. The deletion is recorded under your name.
          </>
        )
      }
      error={deletion.isError ? problemOf(deletion.error) : undefined}
      confirmLabel="Delete Script"
      busyText="Deleting..."
      isBusy={deletion.isPending}
      isDisabled={deletes === 'any' && typedName.trim() !== script.name}
      onConfirm={() => deletion.mutate()}
    >
      {deletes === 'later' ? (
        <p>
          It is hidden at once, and its files are deleted after {removalLimits.fileDays} days. Until then a
          moderator can restore it.
        </p>
      ) : (
        <p>Its file, images, likes and statistics go with it. This cannot be undone.</p>
      )}
      {deletes === 'any' && (
        <TextField
          label={`Type ${script.name} to delete it`}
          autoComplete="off"
          value={typedName}
          onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}

function problemOf(error: Error): string {
  // The server says which case is open.
  if (error instanceof ApiError && error.status === 409) return error.message
  return 'Failed to delete script. Please try again.'
}

/** A script that is already deleted is no error. */
function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error
}
