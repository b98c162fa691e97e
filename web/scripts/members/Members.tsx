import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { InvitationDraft, type ScriptMembers, TransferDraft } from '#contract/scripts/members.ts'
import { call, ApiError } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { LoadingBlock } from '#web/ui/Skeleton.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import { showToast } from '#web/ui/toast.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { ConfirmedAct } from './ConfirmedAct.tsx'
import { InviteCard, MembersCard, OpenInvitationsCard } from './MemberCards.tsx'
import { membersQuery, useMemberChange } from './members.data.ts'
import { roleOptions, roleTexts } from './members.texts.ts'
import styles from './Members.module.css'

/** Loaded for authors only. */
export function Members({ scriptId, user }: { scriptId: number; user: CurrentUser }) {
  return (
    <QueryContent
      query={useQuery(membersQuery(scriptId, user.id))}
      failed="Failed to load the members"
      isMain
      skeleton={<LoadingBlock text="Loading the members" height={240} />}
    >
      {(members) => <Content members={members} user={user} />}
    </QueryContent>
  )
}

function Content({ members: all, user }: { members: ScriptMembers; user: CurrentUser }) {
  const { script, role, members, invitations } = all
  const { id } = script
  const change = useMemberChange(id)
  const isOwner = role === 'owner'
  return (
    <div className="stack gap-6 reading">
      <MembersCard
        text={`${roleTexts.maintainer} ${roleTexts.contributor}`}
        {...{ members, user, roleOptions, change }}
        mayChange={(member) => isOwner && member.role !== 'owner'}
        setRole={(userId, newRole) =>
          call('PUT /api/scripts/:id/members/:userId', { params: { id, userId }, body: { role: newRole } })
        }
        newRoleText={(username, { value }) => `${username} is a ${value} now`}
        remove={(userId) => call('DELETE /api/scripts/:id/members/:userId', { params: { id, userId } })}
        removalText={`They can no longer change ${script.name}, and an upload that is in progress is rejected. Their versions stay.`}
      />
      {invitations.length > 0 && (
        <OpenInvitationsCard
          {...{ invitations, change }}
          withdraw={
            isOwner
              ? (invitation) => call('DELETE /api/invitations/:id', { params: { id: invitation } })
              : undefined
          }
        />
      )}
      {isOwner && <InviteForm script={script} />}
      {isOwner && <TransferCard members={all} />}
      {role !== null && !isOwner && <LeaveCard script={script} user={user} />}
    </div>
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
  const { mutate, isPending } = useMemberChange(script.id)
  const leave = () =>
    mutate({
      run: () =>
        call('DELETE /api/scripts/:id/members/:userId', { params: { id: script.id, userId: user.id } }),
      done: `You left ${script.name}`,
      failed: 'Failed to leave the script',
      // The script may not be public.
      after: () => void navigate({ to: userPath(user.username) }),
    })
  return (
    <SectionCard
      id="leave-title"
      title="Leave the script"
      text="Your versions stay. To come back, you need a new invitation."
    >
      <ConfirmedAct
        label="Leave"
        icon={<LogOut />}
        question={`Leave ${script.name}?`}
        busyText="Leaving..."
        isBusy={isPending}
        onConfirm={leave}
      >
        You can no longer change the script. Only its owner can invite you again.
      </ConfirmedAct>
    </SectionCard>
  )
}

/** The script is offered to another user, who accepts or declines. */
function TransferCard({ members: { script } }: { members: ScriptMembers }) {
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
    <SectionCard
      id="transfer-title"
      title="Transfer the script"
      text="Another user or a team owns the script when they accept within 14 days. For a team, one of its owners accepts. You stay as a maintainer and can leave then."
    >
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
    </SectionCard>
  )
}
