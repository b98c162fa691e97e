import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { useRef } from 'react'

import type { Invitations } from '#contract/scripts/members.ts'
import type { OwnTeams } from '#contract/scripts/teams.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { call } from '#web/app/call.ts'
import { scriptPath, teamPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { ownTeamsQuery, useTeamChange } from '#web/scripts/teams/teams.data.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { InvitationCard } from './InvitationCard.tsx'
import { invitationsQuery, useMemberChange } from './members.data.ts'
import { roleTexts, roleWithArticle } from './members.texts.ts'

type Invitation = Invitations['invitations'][number]

export function InvitationsPage() {
  const session = useSession()
  return (
    <div className="page-width grid gap-6 reading mx-auto">
      <PageHead title="Invitations" text="Scripts, collections and teams that you are invited to work on." />
      {session ? (
        <AllInvitations key={session.user.id} userId={session.user.id} />
      ) : (
        <AuthenticationRequired
          text="Sign in to see your invitations."
          skeleton={<Skeleton shape="block" height={180} />}
        />
      )}
    </div>
  )
}

function AllInvitations({ userId }: { userId: number }) {
  const section = useRef<HTMLDivElement>(null)
  const { data } = useQuery(invitationsQuery(userId))
  const teams = useQuery(ownTeamsQuery(userId))
  const ofTeams = teams.data?.invitations.length ?? 0
  useStableFocus(section, data && !teams.isPending ? ofTeams + data.invitations.length : undefined)
  return (
    <div ref={section} tabIndex={-1} className="stack gap-6">
      <TeamInvitations userId={userId} />
      <OwnInvitations userId={userId} isAlone={!teams.isPending && ofTeams === 0} />
    </div>
  )
}

/** `isAlone`: there are none of teams. */
function OwnInvitations({ userId, isAlone }: { userId: number; isAlone: boolean }) {
  const { data, isError, isFetching, refetch } = useQuery(invitationsQuery(userId))
  if (!data)
    return isError ? (
      <FailedState
        title="Failed to load your invitations"
        text="The server did not respond as expected. Please try again."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <div aria-busy="true">
        <output className="visually-hidden">Loading your invitations</output>
        <Skeleton shape="block" height={180} />
      </div>
    )
  if (data.invitations.length === 0)
    return (
      isAlone && (
        <EmptyState
          icon={<MailOpen />}
          title="No open invitations"
          text="When you are invited to work on a script or a collection, or in a team, you accept or decline here."
        />
      )
    )
  return (
    <ul className="stack gap-6" aria-label="Invitations">
      {data.invitations.map((invitation) => (
        <InvitationEntry key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

/** What it is to, by kind: a script, with or without a role, or a collection. */
function textsOf({ role, script, collection, team, invitedBy }: Invitation) {
  const by = invitedBy ?? 'A deleted user'
  const name = script?.name ?? collection?.title ?? ''
  if (!script)
    return {
      name,
      text: `${by} invited you to edit this collection. You would change its title, text and scripts.`,
      done: `You edit ${name} now`,
      again: `You cannot be invited to ${name} again`,
    }
  if (role !== null)
    return {
      name,
      text: `${by} invited you as ${roleWithArticle[role]}. ${roleTexts[role]}`,
      done: `You are ${roleWithArticle[role]} of ${name} now`,
      again: `You cannot be invited to ${name} again`,
    }
  if (team)
    return {
      name,
      text: `${by} wants to transfer this script to your team ${team.username}. Its members would have their role in it.`,
      done: `${team.username} owns ${name} now`,
      again: `${name} cannot be offered to ${team.username} again`,
    }
  return {
    name,
    text: `${by} wants to transfer this script to you. You would own it, and ${by} would be a maintainer.`,
    done: `You own ${name} now`,
    again: `You cannot be invited to ${name} again`,
  }
}

function InvitationEntry({ invitation }: { invitation: Invitation }) {
  const { id, script, expiresAt } = invitation
  const { mutate, isPending } = useMemberChange()
  const params = { id }
  const { name, text, done, again } = textsOf(invitation)
  const accept = () =>
    mutate({
      scriptId: script?.id,
      run: () => call('POST /api/invitations/:id/accept', { params }),
      done,
      failed: 'Failed to accept the invitation',
    })
  const decline = (close: () => void) =>
    mutate({
      scriptId: script?.id,
      run: () => call('POST /api/invitations/:id/decline', { params }),
      done: 'The invitation was declined',
      failed: 'Failed to decline the invitation',
      after: close,
    })
  // A collection may be private until the user accepts.
  const heading = script ? (
    <Link to={scriptPath(script.id)} className="strong break hover-underline">
      {name}
    </Link>
  ) : (
    name
  )
  return (
    <InvitationCard
      {...{ name, heading, text, again, expiresAt, isPending }}
      onAccept={accept}
      onDecline={decline}
    />
  )
}

type TeamInvite = OwnTeams['invitations'][number]

/** Nothing without any. */
function TeamInvitations({ userId }: { userId: number }) {
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

function TeamInvitation({ invitation }: { invitation: TeamInvite }) {
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
