import { Link } from '@tanstack/react-router'
import { useRef } from 'react'

import type { Team } from '#contract/scripts/teams.ts'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import styles from '#web/scripts/members/Members.module.css'
import { roleNames } from '#web/scripts/members/members.texts.ts'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { useTeamChange } from './teams.data.ts'

export function OpenTeamInvitations({ team: { role, invitations } }: { team: Team }) {
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
