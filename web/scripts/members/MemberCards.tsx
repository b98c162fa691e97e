import { Link } from '@tanstack/react-router'
import { UserMinus, UserPlus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { ScriptMembers } from '#contract/scripts/members.ts'
import type { ScriptRole } from '#contract/scripts/script-limits.ts'
import { userPath } from '#web/app/paths.ts'
import type { useChange } from '#web/app/use-change.ts'
import type { useZodForm } from '#web/app/use-zod-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'
import { SectionCard } from '#web/ui/SectionCard.tsx'

import styles from './Members.module.css'
import { roleNames } from './members.texts.ts'

/* The members of a script and of a team. */

type Member = ScriptMembers['members'][number]
/** Of scripts, or of teams. */
type MemberChange = Pick<ReturnType<typeof useChange>, 'mutate' | 'isPending'>
type RoleOptions<Role> = readonly { value: Role; label: string }[]

export function MembersCard<Role extends ScriptRole>({
  text,
  members,
  user,
  roleOptions,
  mayChange,
  change: { mutate, isPending },
  setRole,
  newRoleText,
  remove,
  removalText,
}: {
  text: ReactNode
  members: readonly Member[]
  user: CurrentUser
  roleOptions: RoleOptions<Role>
  mayChange: (member: Member) => boolean
  change: MemberChange
  setRole: (userId: number, role: Role) => Promise<unknown>
  newRoleText: (username: string, option: RoleOptions<Role>[number]) => string
  remove: (userId: number) => Promise<unknown>
  removalText: string
}) {
  const [removed, setRemoved] = useState<Member>()
  const section = useRef<HTMLHeadingElement>(null)
  useStableFocus(section, members.length)
  const close = () => setRemoved(undefined)
  return (
    <SectionCard id="members-title" title="Members" text={text} titleRef={section}>
      <ul className="grid lined clip framed round-lg" aria-labelledby="members-title">
        {members.map((member) => (
          <PersonRow
            key={member.id}
            username={member.username}
            avatar={member.avatar}
            facts={
              <>
                <span>{roleNames[member.role]}</span>
                {member.id === user.id && <span>You</span>}
                {member.since !== null && <span>since {dateText(member.since)}</span>}
              </>
            }
          >
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
                    if (!option) return
                    mutate({
                      run: () => setRole(member.id, option.value),
                      done: newRoleText(member.username, option),
                      failed: 'Failed to change the role',
                    })
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
          </PersonRow>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={close}
        title={`Remove ${removed?.username ?? ''}?`}
        confirmLabel="Remove"
        busyText="Removing..."
        isBusy={isPending}
        onConfirm={() =>
          removed &&
          mutate({
            run: () => remove(removed.id),
            done: `${removed.username} was removed`,
            failed: 'Failed to remove the member',
            after: close,
          })
        }
      >
        <p>{removalText}</p>
      </ConfirmDialog>
    </SectionCard>
  )
}

/** A member, or without an avatar someone who is invited, with what can be done about them. */
export function PersonRow({
  username,
  avatar,
  facts,
  children,
}: {
  username: string
  avatar?: string | null
  facts: ReactNode
  children: ReactNode
}) {
  return (
    <li
      className={`${styles.row} cols-auto-fill-auto grid middle gap-3-4 pad-4`}
      data-plain={avatar === undefined || undefined}
    >
      {avatar !== undefined && <Avatar name={username} src={avatar} size="md" />}
      <div className="grid gap-2px min-0">
        <Link to={userPath(username)} className="strong break hover-underline">
          {username}
        </Link>
        <p className="flex wrap gap-0-4 faint text-sm">{facts}</p>
      </div>
      {children}
    </li>
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
    <SectionCard
      id="invite-title"
      title="Invite someone"
      text="They have 14 days to accept. Nothing changes before that."
    >
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
    </SectionCard>
  )
}

type OpenInvitation = { id: number; user: { username: string }; role: ScriptRole | null; expiresAt: string }

/** An invitation without a role is a transfer. `withdraw` is undefined for who may not. */
export function OpenInvitationsCard({
  invitations,
  change: { mutate, isPending },
  withdraw,
}: {
  invitations: readonly OpenInvitation[]
  change: MemberChange
  withdraw: ((id: number) => Promise<unknown>) | undefined
}) {
  const section = useRef<HTMLHeadingElement>(null)
  useStableFocus(section, invitations.length)
  return (
    <SectionCard id="open-invitations-title" title="Open invitations" titleRef={section}>
      <ul className="grid lined clip framed round-lg" aria-labelledby="open-invitations-title">
        {invitations.map(({ id, user: { username }, role, expiresAt }) => (
          <PersonRow
            key={id}
            username={username}
            facts={
              <>
                <span>{role === null ? 'Transfer' : roleNames[role]}</span>
                <span>until {dateText(expiresAt)}</span>
              </>
            }
          >
            {withdraw && (
              <TwoClickButton
                size="sm"
                disabled={isPending}
                onConfirm={() =>
                  mutate({
                    run: () => withdraw(id),
                    done: 'The invitation was withdrawn',
                    failed: 'Failed to withdraw the invitation',
                  })
                }
              >
                Withdraw<span className="visually-hidden"> the invitation of {username}</span>
              </TwoClickButton>
            )}
          </PersonRow>
        ))}
      </ul>
    </SectionCard>
  )
}
