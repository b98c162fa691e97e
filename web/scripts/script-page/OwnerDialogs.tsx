import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { removalLimits } from '#contract/scripts/removal-schemas.ts'
import { ScriptState } from '#contract/scripts/script-authors.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { invalidateScriptLists, scriptQuery, removeScriptQuery, isNotFound } from './script-detail.data.ts'

const options = [
  { value: 'active', label: 'Maintained' },
  { value: 'seeking', label: 'Looking for a new maintainer' },
  { value: 'archived', label: 'Archived' },
]

/** An id, or the URL of a page of the script. Null for an empty text; undefined for any other. */
function scriptIdOf(text: string): number | null | undefined {
  if (text === '') return null
  const id = /^#?(\d{1,10})$/.exec(text)?.[1] ?? /\/scripts\/(\d{1,10})(?:[/?#]|$)/.exec(text)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The author says whether the script is maintained, and what it is based on. */
export function StateDialog({ script, onClose }: { script: Script; onClose: () => void }) {
  const queryClient = useQueryClient()
  const saved = { maintenance: script.maintenance ?? 'active', basedOn: String(script.basedOn?.id ?? '') }
  const [maintenance, setMaintenance] = useState<string>(saved.maintenance)
  const [basedOn, setBasedOn] = useState(saved.basedOn)
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ScriptState) =>
      call('PUT /api/scripts/:id/state', { params: { id: script.id }, body }),
    onSuccess: (changed) => {
      queryClient.setQueryData(scriptQuery(script.id).queryKey, changed)
      invalidateScriptLists(queryClient)
      void showToast({ type: 'success', title: 'Saved' })
      onClose()
    },
    onError: (failed) => {
      if (failed instanceof ApiError) setProblem(failed.fields['basedOn'])
    },
  })
  function submit() {
    const id = scriptIdOf(basedOn.trim())
    const draft = ScriptState.safeParse({ maintenance, basedOn: id })
    if (draft.success) return mutate(draft.data)
    setProblem('Enter the number or the link of a script')
  }
  return (
    <FormDialog
      label="State of the script"
      submitLabel="Save"
      onClose={onClose}
      title="State of the script"
      text="None of these hides the script. Everyone can read them on its page."
      size="sm"
      isBusy={isPending}
      isDirty={maintenance !== saved.maintenance || basedOn !== saved.basedOn}
      error={error && problem === undefined ? errorMessage(error, 'Failed to save the state') : undefined}
      onSubmit={submit}
    >
      <Select
        label="Maintenance"
        options={options}
        value={maintenance}
        onChange={({ currentTarget }) => setMaintenance(currentTarget.value)}
      />
      <TextField
        label="Based on"
        isOptional
        placeholder="https://…/scripts/12"
        hint="The link or the number of another script here."
        autoComplete="off"
        value={basedOn}
        error={problem}
        onChange={({ currentTarget }) => {
          setBasedOn(currentTarget.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}

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
