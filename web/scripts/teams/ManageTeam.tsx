import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { CurrentUser } from '#contract/access/users.ts'
import { type Team, TeamInvitationDraft } from '#contract/scripts/teams.ts'
import { AppealLink } from '#web/app/AppealLink.tsx'
import { ApiError, call } from '#web/app/call.ts'
import { teamPath } from '#web/app/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { LoadingBlock } from '#web/ui/Skeleton.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'
import { showToast } from '#web/ui/toast.ts'
import { DeleteTeamCard, LeaveTeamCard, TeamImageCard } from './TeamCards.tsx'
import { TeamForm } from './TeamForm.tsx'
import { TeamNotFound } from './TeamNotFound.tsx'
import { managedTeamQuery, teamQuery, manageTeamPath } from './teams.data.ts'
import { useTeamChange } from './use-team-change.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { InviteCard, MembersCard, OpenInvitationsCard } from '#web/scripts/members/MemberCards.tsx'
import { roleTexts, teamRoleOptions } from '#web/scripts/members/members.texts.ts'

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
        query={page.isError ? page : managed}
      />
    )
  return <LoadingBlock text="Loading the team" height={320} />
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
        <Alert
          tone="warn"
          title="A moderator hid this team"
          {...(team.role !== 'contributor' && {
            action: <AppealLink subject={`team-${id}`} />,
          })}
        >
          Nobody else can see its name, image, text and links, and you cannot change them. Reason: {removal}
        </Alert>
      )}
      <TeamMembers team={team} user={user} />
      {mayChange && <InviteToTeam team={team} />}
      {mayChange && <TeamImageCard team={team} />}
      {mayChange && (
        <SectionCard
          id="team-texts-title"
          title="Name and texts"
          text="Renaming the team changes its address."
        >
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
        </SectionCard>
      )}
      {team.role !== null && <LeaveTeamCard team={team} user={user} />}
      {mayChange && <DeleteTeamCard team={team} />}
    </>
  )
}

function TeamMembers({ team, user }: { team: Team; user: CurrentUser }) {
  const { id, name, role, members, invitations } = team
  const change = useTeamChange()
  const owners = members.filter((member) => member.role === 'owner')
  return (
    <>
      <MembersCard
        text={`Roles apply to all scripts of the team. An owner also manages the team. ${roleTexts.maintainer} ${roleTexts.contributor}`}
        {...{ members, user, change }}
        roleOptions={teamRoleOptions}
        mayChange={(member) => role === 'owner' && (member.role !== 'owner' || owners.length > 1)}
        setRole={(userId, newRole) =>
          call('PUT /api/teams/:id/members/:userId', { params: { id, userId }, body: { role: newRole } })
        }
        newRoleText={(username, { label }) => `${username} has the role ${label} now`}
        remove={(userId) => call('DELETE /api/teams/:id/members/:userId', { params: { id, userId } })}
        removalText={`They can no longer change the scripts of ${name}, and an upload that is in progress is rejected. Their versions stay.`}
      />
      {invitations.length > 0 && (
        <OpenInvitationsCard
          {...{ invitations, change }}
          withdraw={
            role === 'owner'
              ? (invitation) => call('DELETE /api/team-invitations/:id', { params: { id: invitation } })
              : undefined
          }
        />
      )}
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
    <InviteCard
      form={form}
      roleOptions={teamRoleOptions}
      onSubmit={(event) => void submit(event)}
      isPending={isPending}
    />
  )
}
