import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'

import type { Principal } from '#contract/access/authority.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { parseUserSearch } from '#web/admin/admin-search.ts'
import type { UserSearch, userColumns } from '#web/admin/admin-search.ts'
import { DataTable, type Column } from '#web/admin/resource/DataTable.tsx'
import { toggled, type Choose, type Chosen } from '#web/admin/resource/SelectAll.tsx'

import type { UserAction } from './user-actions.ts'
import { nextSort, sortOf } from './user-sort.ts'
import { UserRow } from './UserRow.tsx'

export type ChosenUsers = Chosen<AdminUser>

export function UserTable({
  users,
  actor,
  now,
  search,
  isStale,
  chosen,
  onChoose,
  onAct,
}: {
  users: readonly AdminUser[]
  actor: Principal
  /** When the list was loaded. */
  now: number
  search: UserSearch
  isStale: boolean
  chosen: ChosenUsers
  onChoose: Choose<AdminUser>
  onAct: (action: UserAction, user: AdminUser) => void
}) {
  const chooseOne = useCallback(
    (user: AdminUser) => onChoose((present) => toggled(present, user)),
    [onChoose],
  )
  const sortable = (column: (typeof userColumns)[number]): NonNullable<Column['sort']> => ({
    order: sortOf(search, column),
    renderLink: (props) => (
      <Link
        to="/admin/users"
        search={parseUserSearch({ ...search, page: undefined, ...nextSort(search, column) })}
        resetScroll={false}
        activeOptions={{ exact: true, explicitUndefined: true }}
        {...props}
      />
    ),
  })
  return (
    <DataTable
      caption="Users"
      selectLabel="Select all users on this page"
      columns={[
        { label: 'User', sort: sortable('username') },
        { label: 'Status' },
        { label: 'Last seen' },
        { label: 'Scripts', rank: '4', sort: sortable('scripts') },
        { label: 'Registration', rank: '4', sort: sortable('created_at') },
        { label: 'Security', rank: '5' },
        { label: 'Downloads', rank: '6', sort: sortable('downloads') },
        { label: 'IP (reputation)', rank: '3', sort: sortable('reputation') },
        { label: 'Account', rank: '7' },
        { label: 'Actions', isLabelHidden: true },
      ]}
      rows={users}

      {...{ isStale, chosen, onChoose }}
    >
      {users.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          now={now}
          isChosen={chosen.has(user.id)}
          actor={actor}
          onChoose={chooseOne}
          onAct={onAct}
        />
      ))}
    </DataTable>
  )
}
