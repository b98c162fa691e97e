import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useCallback } from 'react'

import type { Principal } from '#contract/access/authority.ts'
import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { parseUserSearch } from '#web/admin/admin-search.ts'
import type { UserSearch, userColumns } from '#web/admin/admin-search.ts'
import { SelectAll, toggled, type Choose, type Chosen } from '#web/admin/resource/SelectAll.tsx'
import table from '#web/admin/resource/Table.module.css'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'

import type { UserAction } from './user-actions.ts'
import { nextSort, sortOf } from './user-sort.ts'
import { UserRow } from './UserRow.tsx'
import styles from './UserTable.module.css'

export type ChosenUsers = Chosen<AdminUser>

/** Rows of one line. Less important columns are hidden when there is no space, and on phones rows are cards. */
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
  return (
    <div className={table.container}>
      <Card className={table.card} data-stale={isStale || undefined}>
        <table className={classNames(`${table.table} full text-sm`, styles.table)}>
          <caption className="visually-hidden">Users</caption>
          <thead>
            <tr>
              <th scope="col" className={table.choice}>
                <SelectAll label="Select all users on this page" rows={users} {...{ chosen, onChoose }} />
              </th>
              <SortableHead search={search} column="username" label="User" />
              <th scope="col">Status</th>
              <th scope="col">Last seen</th>
              <SortableHead search={search} column="scripts" label="Scripts" rank="scripts" />
              <SortableHead search={search} column="created_at" label="Registration" rank="registration" />
              <th scope="col" data-rank="security">
                Security
              </th>
              <SortableHead search={search} column="downloads" label="Downloads" rank="downloads" />
              <SortableHead search={search} column="reputation" label="IP (reputation)" rank="ip" />
              <th scope="col" data-rank="account">
                Account
              </th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </Card>
    </div>
  )
}

function SortableHead({
  search,
  column,
  label,
  rank,
}: {
  search: UserSearch
  column: (typeof userColumns)[number]
  label: string
  /** UserTable.module.css hides the column where there is no space. */
  rank?: string
}) {
  const sort = sortOf(search, column)
  return (
    <th scope="col" aria-sort={sort} data-rank={rank}>
      <Link
        to="/admin/users"
        search={parseUserSearch({ ...search, page: undefined, ...nextSort(search, column) })}
        resetScroll={false}
        className={`${table.sort} inline-row gap-5px`}
        activeOptions={{ exact: true, explicitUndefined: true }}
      >
        {label}
        {sort === 'ascending' ? <ArrowUp /> : sort ? <ArrowDown /> : <ChevronsUpDown />}
      </Link>
    </th>
  )
}
