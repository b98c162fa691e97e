import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { startTransition, useCallback, useOptimistic } from 'react'
import type { Dispatch, SetStateAction } from 'react'

import type { Principal } from '#contract/authority.ts'
import type { AdminUser } from '#contract/user-admin.ts'
import { parseUserSearch } from '#web/admin/admin-search.ts'
import type { UserSearch, userColumns } from '#web/admin/admin-search.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'

import type { UserAction } from './user-actions.ts'
import { nextSort, sortOf } from './user-sort.ts'
import { UserRow } from './UserRow.tsx'
import styles from './UserTable.module.css'

/** The selected users by id; those of other pages stay selected. */
export type ChosenUsers = ReadonlyMap<number, AdminUser>
type Choose = Dispatch<SetStateAction<ChosenUsers>>

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
  onChoose: Choose
  onAct: (action: UserAction, user: AdminUser) => void
}) {
  const chooseOne = useCallback(
    (user: AdminUser) =>
      onChoose((present) => {
        const next = new Map(present)
        if (!next.delete(user.id)) next.set(user.id, user)
        return next
      }),
    [onChoose],
  )
  return (
    <div className={styles.container}>
      <Card className={styles.card} data-stale={isStale || undefined}>
        <table className={styles.table}>
          <caption className="visually-hidden">Users</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.choice}>
                <SelectAll users={users} chosen={chosen} onChoose={onChoose} />
              </th>
              <SortableHead search={search} column="username" label="User" />
              <th scope="col">Status</th>
              <th scope="col">Last seen</th>
              <SortableHead search={search} column="scripts" label="Scripts" rank={2} />
              <SortableHead search={search} column="created_at" label="Registration" rank={3} />
              <th scope="col" data-rank="4">
                Security
              </th>
              <SortableHead search={search} column="downloads" label="Downloads" rank={5} />
              <SortableHead search={search} column="reputation" label="IP (reputation)" rank={6} />
              <th scope="col" data-rank="7">
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

/** Optimistic: rendering all rows takes longer than a click may take to show. */
function SelectAll({
  users,
  chosen,
  onChoose,
}: {
  users: readonly AdminUser[]
  chosen: ChosenUsers
  onChoose: Choose
}) {
  const chosenHere = users.filter(({ id }) => chosen.has(id)).length
  const areAll = chosenHere === users.length
  const [isChecked, setChecked] = useOptimistic(areAll)
  return (
    <Checkbox
      label="Select all users on this page"
      isLabelHidden
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = chosenHere > 0 && !areAll && !isChecked
      }}
      onChange={() =>
        startTransition(() => {
          setChecked(!areAll)
          onChoose((present) => {
            const next = new Map(present)
            for (const user of users)
              if (areAll) next.delete(user.id)
              else next.set(user.id, user)
            return next
          })
        })
      }
    />
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
  /** The column is hidden before those of a lower number. */
  rank?: number
}) {
  const sort = sortOf(search, column)
  return (
    <th scope="col" aria-sort={sort} data-rank={rank}>
      <Link
        to="/admin/users"
        search={parseUserSearch({ ...search, page: undefined, ...nextSort(search, column) })}
        resetScroll={false}
        className={styles.sort}
        activeOptions={{ exact: true, explicitUndefined: true }}
      >
        {label}
        {sort === 'ascending' ? <ArrowUp /> : sort ? <ArrowDown /> : <ChevronsUpDown />}
      </Link>
    </th>
  )
}
