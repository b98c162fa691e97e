import { Link } from '@tanstack/react-router'
import { UserMinus } from 'lucide-react'
import { useRef, useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { Team } from '#contract/scripts/teams.ts'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import styles from '#web/scripts/members/Members.module.css'
import { roleNames, roleTexts, teamRoleOptions } from '#web/scripts/members/members.texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { Select } from '#web/ui/Select.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { useTeamChange } from './teams.data.ts'

type Member = Team['members'][number]

export function TeamMembers({ team: { id, name, role, members }, user }: { team: Team; user: CurrentUser }) {
  const [removed, setRemoved] = useState<Member>()
  const { mutate, isPending } = useTeamChange()
  const section = useRef<HTMLDivElement>(null)
  useStableFocus(section, members.length)
  const owners = members.filter((member) => member.role === 'owner')
  const isLastOwner = (member: Member) => member.role === 'owner' && owners.length === 1
  const change = (member: Member, value: string) => {
    const option = teamRoleOptions.find((known) => known.value === value)
    if (!option) return
    const params = { id, userId: member.id }
    mutate({
      run: () => call('PUT /api/teams/:id/members/:userId', { params, body: { role: option.value } }),
      done: `${member.username} has the role ${option.label} now`,
      failed: 'Failed to change the role',
    })
  }
  const remove = (member: Member) =>
    mutate({
      run: () => call('DELETE /api/teams/:id/members/:userId', { params: { id, userId: member.id } }),
      done: `${member.username} was removed`,
      failed: 'Failed to remove the member',
      after: () => setRemoved(undefined),
    })
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="members-title">
      <div ref={section} tabIndex={-1} className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="members-title">
          Members
        </h2>
        <p>
          Roles apply to all scripts of the team. An owner also manages the team. {roleTexts.maintainer}{' '}
          {roleTexts.contributor}
        </p>
      </div>
      <ul className="grid lined clip framed round-lg" aria-labelledby="members-title">
        {members.map((member) => (
          <li key={member.id} className={`${styles.row} grid middle gap-3-4 pad-4`}>
            <Avatar name={member.username} src={member.avatar} size="md" />
            <div className="grid gap-2px min-0">
              <Link to={userPath(member.username)} className="strong break hover-underline">
                {member.username}
              </Link>
              <p className="flex wrap gap-0-4 faint text-sm">
                <span>{roleNames[member.role]}</span>
                {member.id === user.id && <span>You</span>}
                <span>since {dateText(member.since)}</span>
              </p>
            </div>
            {role === 'owner' && !isLastOwner(member) && (
              <div className={`${styles.tools} row wrap gap-3`}>
                <Select
                  label="Role"
                  aria-label={`Role of ${member.username}`}
                  layout="inline"
                  options={teamRoleOptions}
                  value={member.role}
                  disabled={isPending}
                  onChange={({ currentTarget: { value } }) => change(member, value)}
                />
                {member.id !== user.id && (
                  <Button
                    size="sm"
                    variant="danger-outline"
                    icon={<UserMinus />}
                    onClick={() => setRemoved(member)}
                  >
                    Remove<span className="visually-hidden"> {member.username}</span>
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={`Remove ${removed?.username ?? ''}?`}
        confirmLabel="Remove"
        busyText="Removing..."
        isBusy={isPending}
        onConfirm={() => removed && remove(removed)}
      >
        <p>
          They can no longer change the scripts of {name}, and an upload that is in progress is rejected.
          Their versions stay.
        </p>
      </ConfirmDialog>
    </Card>
  )
}
