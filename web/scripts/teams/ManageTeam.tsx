import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Lock, UserPlus } from 'lucide-react'
import type { CurrentUser } from '#contract/access/users.ts'
import { type Team, TeamInvitationDraft } from '#contract/scripts/teams.ts'
import { ApiError, call } from '#web/app/call.ts'
import { teamPath, userPath } from '#web/app/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { DeleteTeamCard } from './DeleteTeamCard.tsx'
import { LeaveTeamCard } from './LeaveTeamCard.tsx'
import { TeamForm } from './TeamForm.tsx'
import { TeamImageCard } from './TeamImageCard.tsx'
import { TeamMembers } from './TeamMembers.tsx'
import { TeamNotFound } from './TeamNotFound.tsx'
import { managedTeamQuery, teamQuery, useTeamChange } from './teams.data.ts'
import { manageTeamPath } from './teams-path.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import styles from '#web/scripts/members/Members.module.css'
import { teamRoleOptions, roleNames } from '#web/scripts/members/members.texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useRef } from 'react'
import { dateText } from '#web/ui/date-text.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

/** Loaded for signed-in users only. */
export function ManageTeam({ name, user }: { name: string; user: CurrentUser }) {
  const page = useQuery(teamQuery(name, {}))
  const id = page.data?.id ?? 0
  const managed = useQuery({ ...managedTeamQuery(id, user.id), enabled: id > 0 })
  if (page.data === null) return <TeamNotFound />
  if (managed.data) return <Content team={managed.data} user={user} />
  if (managed.error instanceof ApiError && managed.error.status === 403)
    return (
      <EmptyState
        heading="h1"
        icon={<Lock />}
        title="Access Denied"
        text="Only the members of a team can see this page."
        action={
          <Link to={teamPath(name)} className="text-link">
            Open the page of the team
          </Link>
        }
      />
    )
  if (page.isError || managed.isError)
    return (
      <FailedState
        heading="h1"
        title="Failed to load the team"
        text="The server did not respond as expected. Please try again."
        onRetry={() => void (page.isError ? page : managed).refetch()}
        isRetrying={page.isFetching || managed.isFetching}
      />
    )
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading the team</output>
      <Skeleton shape="block" height={320} />
    </div>
  )
}

function Content({ team, user }: { team: Team; user: CurrentUser }) {
  const { id, name, text, links, removal } = team
  const navigate = useNavigate()
  const isOwner = team.role === 'owner'
  const mayChange = isOwner && removal === null
  return (
    <>
      <PageHead
        title={`Manage ${name}`}
        text={
          <Link to={teamPath(name)} className="text-link">
            Open the page of the team
          </Link>
        }
      />
      {removal !== null && (
        <Alert tone="warn" title="A moderator hid this team">
          Nobody else can see its name, image, text and links, and you cannot change them. Reason: {removal}
        </Alert>
      )}
      <TeamMembers team={team} user={user} />
      {team.invitations.length > 0 && <OpenTeamInvitations team={team} />}
      {mayChange && <InviteToTeam team={team} />}
      {mayChange && <TeamImageCard team={team} />}
      {mayChange && (
        <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="team-texts-title">
          <div className="grid gap-1 muted">
            <h2 className="text-h3 vivid break" id="team-texts-title">
              Name and texts
            </h2>
            <p>With another name the team has another address.</p>
          </div>
          <TeamForm
            key={JSON.stringify([name, text, links])}
            initial={{ name, text, links }}
            label="Name and texts"
            submitLabel="Save"
            busyText="Saving..."
            failed="Failed to save the team"
            send={(body) => call('PUT /api/teams/:id', { params: { id }, body })}
            onSaved={(changed) => {
              void showToast({ type: 'success', title: 'The team was saved' })
              void navigate({ to: manageTeamPath(changed.name), replace: true })
            }}
          />
        </Card>
      )}
      {team.role !== null && <LeaveTeamCard team={team} user={user} />}
      {mayChange && <DeleteTeamCard team={team} />}
    </>
  )
}

function InviteToTeam({ team: { id } }: { team: Team }) {
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

function OpenTeamInvitations({ team: { role, invitations } }: { team: Team }) {
  const { mutate, isPending } = useTeamChange()
  const section = useRef<HTMLDivElement>(null)
  useStableFocus(section, invitations.length)
  const withdraw = (id: number) =>
    mutate({
      run: () => call('DELETE /api/team-invitations/:id', { params: { id } }),
      done: 'The invitation was withdrawn',
      failed: 'Failed to withdraw the invitation',
    })
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
                <span>{roleNames[invitation.role]}</span>
                <span>until {dateText(invitation.expiresAt)}</span>
              </p>
            </div>
            {role === 'owner' && (
              <TwoClickButton size="sm" disabled={isPending} onConfirm={() => withdraw(invitation.id)}>
                Withdraw<span className="visually-hidden"> the invitation of {invitation.user.username}</span>
              </TwoClickButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
