import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import type { OwnTeams } from '#contract/scripts/teams.ts'
import { call } from '#web/app/call.ts'
import { teamPath } from '#web/app/paths.ts'
import { ownTeamsQuery, useTeamChange } from '#web/scripts/teams/teams.data.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { FailedState } from '#web/ui/FailedState.tsx'

import styles from './Members.module.css'
import { roleWithArticle } from './members.texts.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('#web/ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

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
    <ul className={`${styles.invitationList} stack gap-6`} aria-label="Invitations to teams">
      {data.invitations.map((invitation) => (
        <TeamInvitation key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

function TeamInvitation({ invitation }: { invitation: Invitation }) {
  const { id, role, team, invitedBy, expiresAt } = invitation
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useTeamChange()
  const params = { id }
  const accept = () =>
    mutate({
      run: () => call('POST /api/team-invitations/:id/accept', { params }),
      done: `You are ${roleWithArticle[role]} of ${team.name} now`,
      failed: 'Failed to accept the invitation',
    })
  const decline = () =>
    mutate({
      run: () => call('POST /api/team-invitations/:id/decline', { params }),
      done: 'The invitation was declined',
      failed: 'Failed to decline the invitation',
      after: () => setOpen(false),
    })
  return (
    <Card as="li" padding="lg" className="stack gap-6">
      <div className={`${styles.head} grid gap-1`}>
        <h2 className="text-h3 break">
          <Link to={teamPath(team.name)} className={`${styles.name} strong break`}>
            {team.name}
          </Link>
        </h2>
        <p>
          {invitedBy ?? 'A deleted user'} invited you to this team as {roleWithArticle[role]}. You would have
          this role in all its scripts.
        </p>
        <p className="flex wrap gap-0-4 faint text-sm">Open until {dateText(expiresAt)}</p>
      </div>
      <div className={`${styles.tools} row wrap gap-3`}>
        <Button variant="cta" icon={<Check />} isBusy={isPending && !isOpen} onClick={accept}>
          Accept<span className="visually-hidden"> {team.name}</span>
        </Button>
        <Button icon={<X />} disabled={isPending} onClick={() => setOpen(true)}>
          Decline<span className="visually-hidden"> {team.name}</span>
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
            onConfirm={decline}
          >
            <p>
              You cannot be invited to {team.name} again before {dateText(expiresAt)}.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Card>
  )
}
