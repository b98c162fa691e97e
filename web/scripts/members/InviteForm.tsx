import { UserPlus } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'

import { InvitationDraft, type ScriptMembers } from '#contract/scripts/script-members.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import styles from './Members.module.css'
import { roleOptions } from './members.texts.ts'

export function InviteForm({ script }: { script: ScriptMembers['script'] }) {
  const queryClient = useQueryClient()
  const form = useZodForm<InvitationDraft>(InvitationDraft, { username: '', role: 'contributor' })
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: (body: InvitationDraft) =>
      call('POST /api/scripts/:id/invitations', { params: { id: script.id }, body }),
    errors: { fields: ['username', 'role'], texts: 'Failed to invite the user' },
    onSuccess: (_, { username }) => {
      form.reset()
      void showToast({ type: 'success', title: `${username} was invited` })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  })
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="invite-title">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="invite-title">
          Invite someone
        </h2>
        <p>They have 14 days to accept. Nothing changes before that.</p>
      </div>
      <form
        className={`${styles.form} grid gap-4 top`}
        noValidate
        aria-labelledby="invite-title"
        onSubmit={(event) => void submit(event)}
      >
        {form.formError && <Alert tone="danger" title={form.formError} isAlert />}
        <TextField label="Username" autoComplete="off" autoCapitalize="none" {...form.field('username')} />
        <Select label="Role" options={roleOptions} {...form.field('role')} />
        <Button type="submit" variant="cta" icon={<UserPlus />} isBusy={isPending} busyText="Inviting...">
          Invite
        </Button>
      </form>
    </Card>
  )
}
