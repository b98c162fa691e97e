import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { Script } from '#contract/scripts.ts'
import { call } from '#web/app/call.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.ts'

import { dropScript, dropScriptLists, isGone } from './script-detail.data.ts'

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
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()

  async function remove() {
    setBusy(true)
    setError(undefined)
    try {
      await call('DELETE /api/scripts/:id', { params: { id: script.id } }).catch(unlessGone)
      onClose()
      dropScriptLists(queryClient)
      await navigate({ to: '/scripts' })
      dropScript(queryClient, script.id)
      router.clearCache()
      await showToast({ type: 'success', title: 'Script deleted', message: script.name })
    } catch {
      setError('Failed to delete script. Please try again.')
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        setError(undefined)
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
      error={error}
      confirmLabel="Delete Script"
      busyText="Deleting..."
      isBusy={isBusy}
      onConfirm={() => void remove()}
    >
      Its file, images, likes and statistics go with it. This cannot be undone.
    </ConfirmDialog>
  )
}

/** Somebody else was faster: what was wanted is done. */
function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error
}
