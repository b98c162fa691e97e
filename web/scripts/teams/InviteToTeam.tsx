import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'

import { TeamInvitationDraft, type Team } from '#contract/scripts/teams.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import styles from '#web/scripts/members/Members.module.css'
import { teamRoleOptions } from '#web/scripts/members/members.texts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

export function InviteToTeam({ team: { id } }: { team: Team }) {
  const queryClient = useQueryClient()
  const form = useZodForm<TeamInvitationDraft>(TeamInvitationDraft, { username: '', role: 'contributor' })
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: (body: TeamInvitationDraft) =>
      call('POST /api/teams/:id/invitations', { params: { id }, body }),
    errors: { fields: ['username', 'role'], texts: 'Failed to invite the user' },
    onSuccess: (_, { username }) => {
      form.reset()
      void showToast({ type: 'success', title: `${username} was invited` })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['teams'] }),
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
        <Select label="Role" options={teamRoleOptions} {...form.field('role')} />
        <Button type="submit" variant="cta" icon={<UserPlus />} isBusy={isPending} busyText="Inviting...">
          Invite
        </Button>
      </form>
    </Card>
  )
}
