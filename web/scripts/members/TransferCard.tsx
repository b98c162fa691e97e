import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { TransferDraft, type ScriptMembers } from '#contract/scripts/members.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import styles from './Members.module.css'

/** The script is offered to another user, who accepts or declines. */
export function TransferCard({ members: { script } }: { members: ScriptMembers }) {
  const queryClient = useQueryClient()
  const [username, setUsername] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (body: TransferDraft) =>
      call('POST /api/scripts/:id/transfer', { params: { id: script.id }, body }),
    onSuccess: () => {
      setUsername('')
      void showToast({ type: 'success', title: `${script.name} was offered to ${username}` })
    },
    onError: (error) =>
      setProblem(
        (error instanceof ApiError ? error.fields['username'] : undefined) ??
          errorMessage(error, 'Failed to offer the script'),
      ),
    onSettled: async () => {
      setOpen(false)
      await queryClient.invalidateQueries({ queryKey: ['members'] })
    },
  })
  const draft = TransferDraft.safeParse({ username })
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="transfer-title">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="transfer-title">
          Transfer the script
        </h2>
        <p>
          Another user or a team owns the script when they accept within 14 days. For a team, one of its
          owners accepts. You stay as a maintainer and can leave then.
        </p>
      </div>
      <form
        className={`${styles.transfer} cols-fill-auto grid gap-4 top`}
        noValidate
        aria-labelledby="transfer-title"
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.success) setOpen(true)
          else setProblem('Username is required')
        }}
      >
        <TextField
          label="New owner"
          hint="A username, or the name of a team."
          autoComplete="off"
          autoCapitalize="none"
          value={username}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            setUsername(value)
            setProblem(undefined)
          }}
        />
        <Button type="submit" variant="danger-outline">
          Transfer
        </Button>
      </form>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Transfer ${script.name} to ${username.trim()}?`}
        confirmLabel="Offer the script"
        busyText="Sending..."
        isBusy={isPending}
        onConfirm={() => draft.success && mutate(draft.data)}
      >
        <p>
          When {username.trim()} accepts, only they can manage members, delete the script or transfer it back.
          For a team these are its owners. Until then you can withdraw the offer.
        </p>
      </ConfirmDialog>
    </Card>
  )
}
