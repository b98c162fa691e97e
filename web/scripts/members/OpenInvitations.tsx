import { Link } from '@tanstack/react-router'
import { useRef } from 'react'

import type { ScriptMembers } from '#contract/scripts/script-members.ts'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import styles from './Members.module.css'
import { useMemberChange } from './members.data.ts'
import { roleNames } from './members.texts.ts'

export function OpenInvitations({ members: { script, role, invitations } }: { members: ScriptMembers }) {
  const { mutate, isPending } = useMemberChange()
  const section = useRef<HTMLDivElement>(null)
  useStableFocus(section, invitations.length)
  return (
    <Card as="section" padding="lg" className={styles.card} aria-labelledby="open-invitations-title">
      <div ref={section} tabIndex={-1} className={styles.head}>
        <h2 id="open-invitations-title">Open invitations</h2>
      </div>
      <ul className={styles.list} aria-labelledby="open-invitations-title">
        {invitations.map((invitation) => (
          <li key={invitation.id} className={styles.row} data-plain>
            <div className={styles.texts}>
              <Link to={userPath(invitation.user.username)} className={styles.name}>
                {invitation.user.username}
              </Link>
              <p className={styles.facts}>
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
