import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { InvitationDraft, type ScriptMembers } from '#contract/scripts/members.ts'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

import { InviteCard, MembersCard, OpenInvitationsCard } from './MemberCards.tsx'
import { membersQuery, useMemberChange } from './members.data.ts'
import { roleOptions, roleTexts } from './members.texts.ts'
import { TransferCard } from './TransferCard.tsx'

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
  const { script, role, invitations } = members
  const { mutate, isPending } = useMemberChange()
  const isOwner = role === 'owner'
  const withdraw = (id: number) =>
    mutate({
      scriptId: script.id,
      run: () => call('DELETE /api/invitations/:id', { params: { id } }),
      done: 'The invitation was withdrawn',
      failed: 'Failed to withdraw the invitation',
    })
  return (
    <div className="stack gap-6 reading">
      <MemberList members={members} user={user} />
      {invitations.length > 0 && (
        <OpenInvitationsCard
          invitations={invitations}
          isPending={isPending}
          onWithdraw={isOwner ? withdraw : undefined}
        />
      )}
      {isOwner && <InviteForm script={script} />}
      {isOwner && <TransferCard members={members} />}
      {role !== null && !isOwner && <LeaveCard script={script} user={user} />}
    </div>
  )
}

function MemberList({
  members: { script, role, members },
  user,
}: {
  members: ScriptMembers
  user: CurrentUser
}) {
  const { mutate, isPending } = useMemberChange()
  return (
    <MembersCard
      text={`${roleTexts.maintainer} ${roleTexts.contributor}`}
      members={members}
      user={user}
      roleOptions={roleOptions}
      mayChange={(member) => role === 'owner' && member.role !== 'owner'}
      isPending={isPending}
      onChange={({ id: userId, username }, { value }) =>
        mutate({
          scriptId: script.id,
          run: () =>
            call('PUT /api/scripts/:id/members/:userId', {
              params: { id: script.id, userId },
              body: { role: value },
            }),
          done: `${username} is a ${value} now`,
          failed: 'Failed to change the role',
        })
      }
      onRemove={({ id: userId, username }, close) =>
        mutate({
          scriptId: script.id,
          run: () => call('DELETE /api/scripts/:id/members/:userId', { params: { id: script.id, userId } }),
          done: `${username} was removed`,
          failed: 'Failed to remove the member',
          after: close,
        })
      }
      removalText={`They can no longer change ${script.name}, and an upload that is in progress is rejected. Their versions stay.`}
    />
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
    <InviteCard
      form={form}
      roleOptions={roleOptions}
      onSubmit={(event) => void submit(event)}
      isPending={isPending}
    />
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
