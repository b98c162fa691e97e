import { Link } from '@tanstack/react-router'
import { UserMinus, UserPlus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { ScriptMembers } from '#contract/scripts/members.ts'
import type { ScriptRole } from '#contract/scripts/script-limits.ts'
import { userPath } from '#web/app/paths.ts'
import type { useZodForm } from '#web/app/use-zod-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import styles from './Members.module.css'
import { roleNames } from './members.texts.ts'

/* The members of a script and of a team. */

type Member = ScriptMembers['members'][number]
type RoleOptions<Role> = readonly { value: Role; label: string }[]

export function MembersCard<Role extends ScriptRole>({
  text,
  members,
  user,
  roleOptions,
  mayChange,
  isPending,
  onChange,
  onRemove,
  removalText,
}: {
  text: ReactNode
  members: readonly Member[]
  user: CurrentUser
  roleOptions: RoleOptions<Role>
  mayChange: (member: Member) => boolean
  isPending: boolean
  onChange: (member: Member, option: RoleOptions<Role>[number]) => void
  /** `close` ends the question whether to remove the member. */
  onRemove: (member: Member, close: () => void) => void
  removalText: string
}) {
  const [removed, setRemoved] = useState<Member>()
  const section = useRef<HTMLDivElement>(null)
  useStableFocus(section, members.length)
  const close = () => setRemoved(undefined)
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="members-title">
      <div ref={section} tabIndex={-1} className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="members-title">
          Members
        </h2>
        <p>{text}</p>
      </div>
      <ul className="grid lined clip framed round-lg" aria-labelledby="members-title">
        {members.map((member) => (
          <li key={member.id} className={`${styles.row} cols-auto-fill-auto grid middle gap-3-4 pad-4`}>
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
            {mayChange(member) && (
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
                    if (option) onChange(member, option)
                  }}
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
        onClose={close}
        title={`Remove ${removed?.username ?? ''}?`}
        confirmLabel="Remove"
        busyText="Removing..."
        isBusy={isPending}
        onConfirm={() => removed && onRemove(removed, close)}
      >
        <p>{removalText}</p>
      </ConfirmDialog>
    </Card>
  )
}

type InvitationForm = Pick<
  ReturnType<typeof useZodForm<{ username: string; role: string }>>,
  'field' | 'formError'
>

export function InviteCard({
  form,
  roleOptions,
  onSubmit,
  isPending,
}: {
  form: InvitationForm
  roleOptions: RoleOptions<ScriptRole>
  onSubmit: React.SubmitEventHandler
  isPending: boolean
}) {
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
        onSubmit={onSubmit}
      >
        {form.formError && <Alert tone="danger" title={form.formError} isAlert />}
        <TextField label="Username" autoComplete="off" autoCapitalize="none" {...form.field('username')} />
        <Select label="Role" options={roleOptions} {...form.field('role')} />
        <Button type="submit" variant="cta" icon={<UserPlus />} isBusy={isPending} busyText="Inviting...">
          Invite
        </Button>
      </form>
    </Card>
  )
}

type OpenInvitation = { id: number; user: { username: string }; role: ScriptRole | null; expiresAt: string }

/** An invitation without a role is a transfer. `onWithdraw` is undefined for who may not withdraw them. */
export function OpenInvitationsCard({
  invitations,
  isPending,
  onWithdraw,
}: {
  invitations: readonly OpenInvitation[]
  isPending: boolean
  onWithdraw: ((id: number) => void) | undefined
}) {
  const section = useRef<HTMLDivElement>(null)
  useStableFocus(section, invitations.length)
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="open-invitations-title">
      <div ref={section} tabIndex={-1} className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id="open-invitations-title">
          Open invitations
        </h2>
      </div>
      <ul className="grid lined clip framed round-lg" aria-labelledby="open-invitations-title">
        {invitations.map(({ id, user: { username }, role, expiresAt }) => (
          <li key={id} className={`${styles.row} cols-auto-fill-auto grid middle gap-3-4 pad-4`} data-plain>
            <div className="grid gap-2px min-0">
              <Link to={userPath(username)} className="strong break hover-underline">
                {username}
              </Link>
              <p className="flex wrap gap-0-4 faint text-sm">
                <span>{role === null ? 'Transfer' : roleNames[role]}</span>
                <span>until {dateText(expiresAt)}</span>
              </p>
            </div>
            {onWithdraw && (
              <TwoClickButton size="sm" disabled={isPending} onConfirm={() => onWithdraw(id)}>
                Withdraw<span className="visually-hidden"> the invitation of {username}</span>
              </TwoClickButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
