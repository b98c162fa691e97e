import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Group } from '#contract/groups.ts'
import { explain } from '#web/admin/explain.ts'
import { useAct } from '#web/admin/use-act.ts'
import { UserField } from '#web/admin/users/UserField.tsx'
import type { PickedUser } from '#web/admin/users/UserField.tsx'
import { call } from '#web/app/call.ts'
import { mayUse, useSession } from '#web/app/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { dateText } from '#web/ui/time-ago.ts'
import { TwoClickButton } from '#web/ui/TwoClickButton.tsx'

import { endOfDay } from './end-of-day.ts'
import styles from './GroupDialog.module.css'
import { membersQuery } from './groups.data.ts'

/** Who is in a group and until when; a new member may be given an end. */
export function MembersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const queryClient = useQueryClient()
  const mayEdit = mayUse(useSession(), 'admin.users.edit.groups')
  const [page, setPage] = useState(1)
  const list = useQuery({ ...membersQuery(group.id, page), placeholderData: keepPreviousData })
  const change = useAct({
    run: (run: () => Promise<unknown>) => run(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin', 'groups'] }),
  })
  const { members, pagination } = list.data ?? {}
  return (
    <Dialog isOpen onClose={onClose} title={`Members of ${group.display_name}`} size="lg">
      <div className={styles.members}>
        {change.error !== undefined && (
          <Notice tone="danger" title={explain(change.error, 'Failed to update group')} isAlert />
        )}
        {mayEdit && (
          <AddMember
            isBusy={change.isPending}
            onAdd={(user_id, expires_at) =>
              change.start(() =>
                call('POST /api/groups/:id/assign', {
                  params: { id: group.id },
                  body: { user_id, expires_at },
                }),
              )
            }
          />
        )}
        {list.isPending && <Skeleton shape="block" height={200} />}
        {list.isError && <Notice tone="danger" title="Failed to load groups data" isAlert />}
        {members?.length === 0 && <p className={styles.note}>Nobody is in this group.</p>}
        <ul className={styles.memberList}>
          {members?.map((member) => (
            <li key={member.id}>
              <Avatar name={member.username} src={member.avatar_url} />
              <span className={styles.memberName}>
                <b>{member.username}</b>
                <span className={styles.note}>
                  {member.is_active ? 'Member' : 'Ended'} since {dateText(member.created_at)}
                  {member.expires_at && `, until ${dateText(member.expires_at)}`}
                </span>
              </span>
              {mayEdit && (
                <TwoClickButton
                  size="sm"
                  onConfirm={() =>
                    change.start(() =>
                      call('DELETE /api/groups/:id/assign/:userId', {
                        params: { id: group.id, userId: member.id },
                      }),
                    )
                  }
                >
                  Remove<span className="visually-hidden"> {member.username}</span>
                </TwoClickButton>
              )}
            </li>
          ))}
        </ul>
        {pagination && pagination.totalPages > 1 && (
          <div className={styles.permissionsHead}>
            <Button size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <span className={styles.note}>
              Page {pagination.page} of {pagination.totalPages}
            </span>
            <Button size="sm" disabled={page >= pagination.totalPages} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function AddMember({
  isBusy,
  onAdd,
}: {
  isBusy: boolean
  onAdd: (userId: number, expiresAt: string | null) => void
}) {
  const [user, setUser] = useState<PickedUser | null>(null)
  const [error, setError] = useState<string>()
  const [day, setDay] = useState('')
  function add() {
    if (!user) return setError('Please select a user')
    onAdd(Number(user.id), day ? endOfDay(day) : null)
    setUser(null)
    setDay('')
    return undefined
  }
  return (
    <form
      noValidate
      aria-label="New member"
      className={styles.add}
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
      <Button type="submit" isBusy={isBusy}>
        Add Member
      </Button>
    </form>
  )
}
