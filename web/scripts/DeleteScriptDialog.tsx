import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'

import type { Script } from '#contract/scripts.ts'
import { call } from '#web/app/call.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.ts'

import { removeScriptQuery, invalidateScriptLists, isNotFound } from './script-detail.data.ts'

export function DeleteScriptDialog({
  script,
  isModeration,
  isOpen,
  onClose,
}: {
  script: Script
  isModeration: boolean
  isOpen: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const deletion = useMutation({
    mutationFn: () => call('DELETE /api/scripts/:id', { params: { id: script.id } }).catch(ignoreNotFound),
    onSuccess: async () => {
      onClose()
      invalidateScriptLists(queryClient)
      await navigate({ to: '/scripts' })
      removeScriptQuery(queryClient, script.id)
      router.clearCache()
      await showToast({ type: 'success', title: 'Script deleted', message: script.name })
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
        isModeration && (
          <>
            <strong>Moderator Action</strong>
            <br />
            This script belongs to {script.author}. The deletion is recorded under your name.
          </>
        )
      }
      error={deletion.isError ? 'Failed to delete script. Please try again.' : undefined}
      confirmLabel="Delete Script"
      busyText="Deleting..."
      isBusy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    >
      Its file, images, likes and statistics go with it. This cannot be undone.
    </ConfirmDialog>
  )
}

/** A script that is already deleted is no error. */
function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error
}
