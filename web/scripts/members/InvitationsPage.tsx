import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, MailOpen, X } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'

import type { Invitations } from '#contract/scripts/members.ts'
import type { OwnTeams } from '#contract/scripts/teams.ts'
import { AuthenticationRequired } from '#web/accounts/auth/AuthenticationRequired.tsx'
import { call } from '#web/app/call.ts'
import { scriptPath, teamPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { ownTeamsQuery } from '#web/scripts/teams/teams.data.ts'
import { useTeamChange } from '#web/scripts/teams/use-team-change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { PageHead } from '#web/ui/PageHead.tsx'
import { QueryContent } from '#web/ui/QueryContent.tsx'
import { LoadingBlock, Skeleton } from '#web/ui/Skeleton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { invitationsQuery, useMemberChange } from './members.data.ts'
import styles from './Members.module.css'
import { roleTexts, roleWithArticle } from './members.texts.ts'

const ConfirmDialog = lazyPart(() => import('#web/ui/ConfirmDialog.tsx'), 'ConfirmDialog')

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
  const own = useQuery(invitationsQuery(userId))
  const teams = useQuery(ownTeamsQuery(userId))
  const ofTeams = teams.data?.invitations.length ?? 0
  useStableFocus(section, own.data && !teams.isPending ? ofTeams + own.data.invitations.length : undefined)
  return (
    <div ref={section} tabIndex={-1} className="stack gap-6">
      <QueryContent query={teams} failed="Failed to load your invitations to teams" skeleton={null}>
        {({ invitations }) =>
          invitations.length > 0 && (
            <ul className="stack gap-6" aria-label="Invitations to teams">
              {invitations.map((invitation) => (
                <TeamInvitation key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <QueryContent
        query={own}
        failed="Failed to load your invitations"
        isMain
        skeleton={<LoadingBlock text="Loading your invitations" height={180} />}
      >
        {({ invitations }) =>
          invitations.length > 0 ? (
            <ul className="stack gap-6" aria-label="Invitations">
              {invitations.map((invitation) => (
                <OtherInvitation key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          ) : (
            !teams.isPending &&
            ofTeams === 0 && (
              <EmptyState
                icon={<MailOpen />}
                title="No open invitations"
                text="When you are invited to work on a script or a collection, or in a team, you accept or decline here."
              />
            )
          )
        }
      </QueryContent>
    </div>
  )
}

type Invitation = Invitations['invitations'][number]

/** What it is to, by kind: a script, with or without a role, or a collection. */
function textsOf({ role, script, collection, team, invitedBy }: Invitation) {
  const by = invitedBy ?? 'A deleted user'
  const name = script?.name ?? collection?.title ?? ''
  const again = `You cannot be invited to ${name} again`
  if (!script)
    return {
      name,
      text: `${by} invited you to edit this collection. You would change its title, text and scripts.`,
      done: `You edit ${name} now`,
      again,
    }
  if (role !== null)
    return {
      name,
      text: `${by} invited you as ${roleWithArticle[role]}. ${roleTexts[role]}`,
      done: `You are ${roleWithArticle[role]} of ${name} now`,
      again,
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
    again,
  }
}

/** To a script or a collection, which may be private until the user accepts. */
function OtherInvitation({ invitation }: { invitation: Invitation }) {
  const { id, script, expiresAt } = invitation
  return (
    <InvitationCard
      {...textsOf(invitation)}
      path={script && scriptPath(script.id)}
      expiresAt={expiresAt}
      change={useMemberChange(script?.id)}
      accept={() => call('POST /api/invitations/:id/accept', { params: { id } })}
      decline={() => call('POST /api/invitations/:id/decline', { params: { id } })}
    />
  )
}

function TeamInvitation({ invitation }: { invitation: OwnTeams['invitations'][number] }) {
  const { id, role, team, invitedBy, expiresAt } = invitation
  return (
    <InvitationCard
      name={team.name}
      path={teamPath(team.name)}
      text={`${invitedBy ?? 'A deleted user'} invited you to this team as ${roleWithArticle[role]}. You would have this role in all its scripts.`}
      done={`You are ${roleWithArticle[role]} of ${team.name} now`}
      again={`You cannot be invited to ${team.name} again`}
      expiresAt={expiresAt}
      change={useTeamChange()}
      accept={() => call('POST /api/team-invitations/:id/accept', { params: { id } })}
      decline={() => call('POST /api/team-invitations/:id/decline', { params: { id } })}
    />
  )
}

/** An open invitation, which is accepted at once and declined after a question. */
function InvitationCard({
  name,
  path,
  text,
  done,
  again,
  expiresAt,
  change: { mutate, isPending },
  accept,
  decline,
}: {
  name: string
  path: string | null
  text: string
  /** The title of the message after the user has accepted. */
  done: string
  /** What cannot happen again while a declined invitation lasts, without the date and the period. */
  again: string
  expiresAt: string
  change: Pick<ReturnType<typeof useTeamChange>, 'mutate' | 'isPending'>
  accept: () => Promise<unknown>
  decline: () => Promise<unknown>
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="li" padding="lg" className="stack gap-6">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break">
          {path === null ? (
            name
          ) : (
            <Link to={path} className="strong break hover-underline">
              {name}
            </Link>
          )}
        </h2>
        <p>{text}</p>
        <p className="flex wrap gap-0-4 faint text-sm">Open until {dateText(expiresAt)}</p>
      </div>
      <div className={`${styles.tools} row wrap gap-3`}>
        <Button
          variant="cta"
          icon={<Check />}
          isBusy={isPending && !isOpen}
          onClick={() => mutate({ run: accept, done, failed: 'Failed to accept the invitation' })}
        >
          Accept<span className="visually-hidden"> {name}</span>
        </Button>
        <Button icon={<X />} disabled={isPending} onClick={() => setOpen(true)}>
          Decline<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <ConfirmDialog
            isOpen
            onClose={() => setOpen(false)}
            title="Decline the invitation?"
            confirmLabel="Decline"
            busyText="Declining..."
            isBusy={isPending}
            onConfirm={() =>
              mutate({
                run: decline,
                done: 'The invitation was declined',
                failed: 'Failed to decline the invitation',
                after: () => setOpen(false),
              })
            }
          >
            <p>
              {again} before {dateText(expiresAt)}.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Card>
  )
}
