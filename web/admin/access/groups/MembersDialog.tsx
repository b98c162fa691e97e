import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { isIrrevocable, membershipDenialReason } from '#contract/access/authority.ts'
import type { Group } from '#contract/access/groups.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import { ObjectHistory } from '#web/admin/records/activities/ObjectHistory.tsx'
import { PageButtons } from '#web/admin/resource/PageButtons.tsx'
import { useInvalidate } from '#web/admin/resource/resource.ts'
import { toPrincipal, toRankedGroup } from '#web/admin/moderation/user-admin/principals.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'
import { UserField, type PickedUser } from '#web/admin/moderation/user-admin/UserField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { groupsKey, membersQuery } from './groups.data.ts'
import { endOfDay } from './group-form.ts'

/** Stands for a user who is not chosen yet. */
const unranked = { id: 0, isOwner: false, isAdmin: false, priorities: [], permissions: new Set<Permission>() }

type Change =
  | { action: 'add'; userId: number; expiresAt: string | null }
  | { action: 'remove'; userId: number }

export function MembersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const session = useSession()
  const actor = session && toPrincipal(session.user)
  const holds = hasPermission(session, 'admin.users.edit.groups')
  const ranked = toRankedGroup(group)
  const denial = actor && holds ? membershipDenialReason(actor, unranked, ranked, 'add') : undefined
  const mayEdit = holds && denial === undefined
  const [page, setPage] = useState(1)
  const list = useQuery({ ...membersQuery(group.id, page), placeholderData: keepPreviousData })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: Change) => changeMembership(group.id, change),
    onSuccess: useInvalidate([groupsKey]),
  })
  const { members, pagination } = list.data ?? {}
  return (
    <Dialog onClose={onClose} title={`Members of ${group.display_name}`} size="lg">
      <div className="grid gap-4">
        {error && <Alert tone="danger" title={errorMessage(error, 'Failed to update group')} isAlert />}
        {denial && <Alert tone="warn">{denial}</Alert>}
        {mayEdit && actor && isIrrevocable(actor, unranked, ranked) && (
          <Alert tone="warn">
            You can’t undo this: members of this group have at least as much authority as you.
          </Alert>
        )}
        {mayEdit && (
          <AddMemberForm
            isBusy={isPending}
            onAdd={(userId, expiresAt, clear) =>
              mutate({ action: 'add', userId, expiresAt }, { onSuccess: clear })
            }
          />
        )}
        {list.isPending && <Skeleton shape="block" height={200} />}
        {list.isError && <Alert tone="danger" title="Failed to load groups data" isAlert />}
        {members?.length === 0 && <p className="faint text-sm">Nobody is in this group.</p>}
        <ul className="lined">
          {members?.map((member) => (
            <li key={member.id} className="row wrap gap-2-3 py-3">
              <Avatar name={member.username} src={member.avatar_url} />
              <span className="grid grow" style={{ minWidth: 140 }}>
                <b>{member.username}</b>
                <span className="faint text-sm">
                  {member.is_active ? 'Member' : 'Ended'} since {dateText(member.created_at)}
                  {member.expires_at && `, until ${dateText(member.expires_at)}`}
                </span>
              </span>
              {mayEdit && (
                <TwoClickButton
                  size="sm"
                  disabled={member.id === actor?.id}
                  onConfirm={() => mutate({ action: 'remove', userId: member.id })}
                >
                  Remove<span className="visually-hidden"> {member.username}</span>
                </TwoClickButton>
              )}
            </li>
          ))}
        </ul>
        <PageButtons pagination={pagination} onChange={setPage} />
      </div>
    </Dialog>
  )
}

function changeMembership(id: number, change: Change): Promise<unknown> {
  const { userId } = change
  if (change.action === 'remove')
    return call('DELETE /api/groups/:id/assign/:userId', { params: { id, userId } })
  return call('POST /api/groups/:id/assign', {
    params: { id },
    body: { user_id: userId, expires_at: change.expiresAt },
  })
}

function AddMemberForm({
  isBusy,
  onAdd,
}: {
  isBusy: boolean
  /** Calls `clear` when the user was added; a rejected form keeps its content. */
  onAdd: (userId: number, expiresAt: string | null, clear: () => void) => void
}) {
  const [user, setUser] = useState<PickedUser | null>(null)
  const [error, setError] = useState<string>()
  const [day, setDay] = useState('')
  function add() {
    if (!user) return setError('Please select a user')
    return onAdd(Number(user.id), day ? endOfDay(day) : null, () => {
      setUser(null)
      setDay('')
    })
  }
  return (
    <form
      noValidate
      aria-label="New member"
      className="grid cols narrow-stack end gap-3 pb-5 line-below"
      style={{ '--cols': 'minmax(0, 1fr) minmax(0, 180px) auto' }}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <UserField
        value={user}
        error={error}
        onChange={(next) => {
          setUser(next)
          setError(undefined)
        }}
      />
      <TextField
        type="date"
        label="Until"
        isOptional
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Button type="submit" isBusy={isBusy} style={{ height: 44 }}>
        Add Member
      </Button>
    </form>
  )
}

export function GroupHistoryDialog({
  group: { id, display_name },
  onClose,
}: {
  group: Pick<Group, 'id' | 'display_name'>
  onClose: () => void
}) {
  useFocusReturn()
  return (
    <Dialog onClose={onClose} title={`History of ${display_name}`} size="lg">
      <ObjectHistory type="group" id={id} />
    </Dialog>
  )
}
