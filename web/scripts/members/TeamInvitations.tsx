import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { OwnTeams } from '#contract/scripts/teams.ts'
import { call } from '#web/app/call.ts'
import { teamPath } from '#web/app/paths.ts'
import { ownTeamsQuery, useTeamChange } from '#web/scripts/teams/teams.data.ts'
import { FailedState } from '#web/ui/FailedState.tsx'

import { InvitationCard } from './InvitationCard.tsx'
import { roleWithArticle } from './members.texts.ts'

type Invitation = OwnTeams['invitations'][number]

/** Nothing without any. */
export function TeamInvitations({ userId }: { userId: number }) {
  const { data, isError, isFetching, refetch } = useQuery(ownTeamsQuery(userId))
  if (isError && !data)
    return (
      <FailedState
        title="Failed to load your invitations to teams"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (!data || data.invitations.length === 0) return null
  return (
    <ul className="stack gap-6" aria-label="Invitations to teams">
      {data.invitations.map((invitation) => (
        <TeamInvitation key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

function TeamInvitation({ invitation }: { invitation: Invitation }) {
  const { id, role, team, invitedBy, expiresAt } = invitation
  const { mutate, isPending } = useTeamChange()
  const params = { id }
  const accept = () =>
    mutate({
      run: () => call('POST /api/team-invitations/:id/accept', { params }),
      done: `You are ${roleWithArticle[role]} of ${team.name} now`,
      failed: 'Failed to accept the invitation',
    })
  const decline = (close: () => void) =>
    mutate({
      run: () => call('POST /api/team-invitations/:id/decline', { params }),
      done: 'The invitation was declined',
      failed: 'Failed to decline the invitation',
      after: close,
    })
  return (
    <InvitationCard
      name={team.name}
      heading={
        <Link to={teamPath(team.name)} className="strong break hover-underline">
          {team.name}
        </Link>
      }
      text={`${invitedBy ?? 'A deleted user'} invited you to this team as ${roleWithArticle[role]}. You would have this role in all its scripts.`}
      again={`You cannot be invited to ${team.name} again`}
      expiresAt={expiresAt}
      isPending={isPending}
      onAccept={accept}
      onDecline={decline}
    />
  )
}
