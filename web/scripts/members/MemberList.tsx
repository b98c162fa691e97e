import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { UserMinus } from 'lucide-react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { ScriptMembers } from '#contract/scripts/script-members.ts'
import type { CoAuthorRole } from '#contract/scripts/script-schemas.ts'
import { call } from '#web/app/call.ts'
import { userPath } from '#web/app/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { Select } from '#web/ui/Select.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import styles from './Members.module.css'
import { useMemberChange } from './members.data.ts'
import { roleNames, roleOptions, roleTexts } from './members.texts.ts'

type Member = ScriptMembers['members'][number]

export function MemberList({
  members: { script, role: ownRole, members },
  user,
}: {
  members: ScriptMembers
  user: CurrentUser
}) {
  const [removed, setRemoved] = useState<Member>()
  const { mutate, isPending } = useMemberChange()
  const section = useRef<HTMLDivElement>(null)
  useStableFocus(section, members.length)
  const isOwner = ownRole === 'owner'
  const params = (member: Member) => ({ id: script.id, userId: member.id })
  const change = (member: Member, role: CoAuthorRole) =>
    mutate({
      scriptId: script.id,
      run: () => call('PUT /api/scripts/:id/members/:userId', { params: params(member), body: { role } }),
      done: `${member.username} is a ${role} now`,
      failed: 'Failed to change the role',
    })
  const remove = (member: Member) =>
    mutate({
      scriptId: script.id,
      run: () => call('DELETE /api/scripts/:id/members/:userId', { params: params(member) }),
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
          {roleTexts.maintainer} {roleTexts.contributor}
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
                {member.since !== null && <span>since {dateText(member.since)}</span>}
              </p>
            </div>
            {isOwner && member.role !== 'owner' && (
              <div className={`${styles.tools} row wrap gap-3`}>
                <Select
                  label="Role"
                  aria-label={`Role of ${member.username}`}
                  layout="inline"
                  options={roleOptions}
                  value={member.role}
                  disabled={isPending}
                  onChange={({ currentTarget: { value } }) => {
                    const option = roleOptions.find((known) => known.value === value)
                    if (option) change(member, option.value)
                  }}
                />
                <Button
                  size="sm"
                  variant="danger-outline"
                  icon={<UserMinus />}
                  onClick={() => setRemoved(member)}
                >
                  Remove<span className="visually-hidden"> {member.username}</span>
                </Button>
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
          They can no longer change {script.name}, and an upload that is in progress is rejected. Their
          versions stay.
        </p>
      </ConfirmDialog>
    </Card>
  )
}
