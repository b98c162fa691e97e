import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/access/users.ts'
import { type ScriptMembers, InvitationDraft } from '#contract/scripts/script-members.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { MemberList } from './MemberList.tsx'
import { membersQuery, useMemberChange } from './members.data.ts'
import { TransferCard } from './TransferCard.tsx'
import { useNavigate, Link } from '@tanstack/react-router'
import { LogOut, UserPlus } from 'lucide-react'
import { useState, useRef } from 'react'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import styles from './Members.module.css'
import { roleOptions, roleNames } from './members.texts.ts'
import { dateText } from '#web/ui/date-text.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

/** Loaded for authors only. */
export function Members({ scriptId, user }: { scriptId: number; user: CurrentUser }) {
  const { data, isError, isFetching, refetch } = useQuery(membersQuery(scriptId, user.id))
  if (data) return <Content members={data} user={user} />
  if (isError)
    return (
      <FailedState
        title="Failed to load the members"
        text="The server did not respond as expected. Please try again."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading the members</output>
      <Skeleton shape="block" height={240} />
    </div>
  )
}

function Content({ members, user }: { members: ScriptMembers; user: CurrentUser }) {
  const isOwner = members.role === 'owner'
  return (
    <div className="stack gap-6 reading">
      <MemberList members={members} user={user} />
      {members.invitations.length > 0 && <OpenInvitations members={members} />}
      {isOwner && <InviteForm script={members.script} />}
      {isOwner && <TransferCard members={members} />}
      {members.role !== null && !isOwner && <LeaveCard script={members.script} user={user} />}
    </div>
  )
}

function LeaveCard({ script, user }: { script: ScriptMembers['script']; user: CurrentUser }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useMemberChange()
  const leave = () =>
    mutate({
      scriptId: script.id,
      run: () =>
        call('DELETE /api/scripts/:id/members/:userId', { params: { id: script.id, userId: user.id } }),
      done: `You left ${script.name}`,
      failed: 'Failed to leave the script',
      // The script may not be public.
      after: () => void navigate({ to: userPath(user.username) }),
    })
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="leave-title">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="leave-title">
          Leave the script
        </h2>
        <p>Your versions stay. To come back, you need a new invitation.</p>
      </div>
      <Button variant="danger-outline" icon={<LogOut />} className="self-start" onClick={() => setOpen(true)}>
        Leave
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Leave ${script.name}?`}
        confirmLabel="Leave"
        busyText="Leaving..."
        isBusy={isPending}
        onConfirm={leave}
      >
        <p>You can no longer change the script. Only its owner can invite you again.</p>
      </ConfirmDialog>
    </Card>
  )
}

function InviteForm({ script }: { script: ScriptMembers['script'] }) {
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

function OpenInvitations({ members: { script, role, invitations } }: { members: ScriptMembers }) {
  const { mutate, isPending } = useMemberChange()
  const section = useRef<HTMLDivElement>(null)
  useStableFocus(section, invitations.length)
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="open-invitations-title">
      <div ref={section} tabIndex={-1} className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="open-invitations-title">
          Open invitations
        </h2>
      </div>
      <ul className="grid lined clip framed round-lg" aria-labelledby="open-invitations-title">
        {invitations.map((invitation) => (
          <li key={invitation.id} className={`${styles.row} grid middle gap-3-4 pad-4`} data-plain>
            <div className="grid gap-2px min-0">
              <Link to={userPath(invitation.user.username)} className="strong break hover-underline">
                {invitation.user.username}
              </Link>
              <p className="flex wrap gap-0-4 faint text-sm">
                <span>{invitation.role === null ? 'Transfer' : roleNames[invitation.role]}</span>
                <span>until {dateText(invitation.expiresAt)}</span>
              </p>
            </div>
            {role === 'owner' && (
              <TwoClickButton
                size="sm"
                disabled={isPending}
                onConfirm={() =>
                  mutate({
                    scriptId: script.id,
                    run: () => call('DELETE /api/invitations/:id', { params: { id: invitation.id } }),
                    done: 'The invitation was withdrawn',
                    failed: 'Failed to withdraw the invitation',
                  })
                }
              >
                Withdraw<span className="visually-hidden"> the invitation of {invitation.user.username}</span>
              </TwoClickButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
