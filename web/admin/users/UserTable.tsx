import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { startTransition, useCallback, useOptimistic } from 'react'
import type { Dispatch, SetStateAction } from 'react'

import type { AdminUser } from '#contract/user-admin.ts'
import { readUserSearch } from '#web/admin/admin-search.ts'
import type { UserSearch, userColumns } from '#web/admin/admin-search.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'

import { UserRow } from './UserRow.tsx'
import { nextSort, sortOf } from './user-sort.ts'
import styles from './UserTable.module.css'

/** A table, whose rows are cards where it has no room. */
export function UserTable({
  users,
  now,
  search,
  isStale,
  chosen,
  onChoose,
  onEdit,
  onBan,
}: {
  users: readonly AdminUser[]
  /** When the list was read. */
  now: number
  search: UserSearch
  isStale: boolean
  chosen: ReadonlySet<number>
  onChoose: Dispatch<SetStateAction<ReadonlySet<number>>>
  onEdit: (id: number) => void
  onBan: (user: AdminUser) => void
}) {
  const chooseOne = useCallback(
    (id: number) => onChoose((present) => present.symmetricDifference(new Set([id]))),
    [onChoose],
  )
  return (
    <div className={styles.place}>
      <Card className={styles.card} data-stale={isStale || undefined}>
        <table className={styles.table}>
          <caption className="visually-hidden">Users</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.choice}>
                <SelectAll users={users} chosen={chosen} onChoose={onChoose} />
              </th>
              <SortableHead search={search} column="username" label="User" />
              <th scope="col">Security</th>
              <SortableHead search={search} column="scripts" label="Scripts" />
              <SortableHead search={search} column="downloads" label="Downloads" />
              <SortableHead search={search} column="reputation" label="IP (reputation)" />
              <th scope="col">Registration</th>
              <th scope="col">Last seen</th>
              <th scope="col">Status</th>
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
                onChoose={chooseOne}
                onEdit={onEdit}
                onBan={onBan}
              />
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  )
}

/** Answers by itself: the rows, which take a while to draw, follow. */
function SelectAll({
  users,
  chosen,
  onChoose,
}: {
  users: readonly AdminUser[]
  chosen: ReadonlySet<number>
  onChoose: Dispatch<SetStateAction<ReadonlySet<number>>>
}) {
  const chosenHere = users.filter(({ id }) => chosen.has(id)).length
  const areAll = chosenHere === users.length
  const [isTicked, tick] = useOptimistic(areAll)
  return (
    <Checkbox
      label="Select all users on this page"
      isLabelHidden
      checked={isTicked}
      ref={(box) => {
        if (box) box.indeterminate = chosenHere > 0 && !areAll && !isTicked
      }}
      onChange={() =>
        startTransition(() => {
          tick(!areAll)
          onChoose(areAll ? new Set() : new Set(users.map(({ id }) => id)))
        })
      }
    />
  )
}

function SortableHead({
  search,
  column,
  label,
}: {
  search: UserSearch
  column: (typeof userColumns)[number]
  label: string
}) {
  const sort = sortOf(search, column)
  return (
    <th scope="col" aria-sort={sort}>
      <Link
        to="/admin/users"
        search={readUserSearch({ ...search, page: undefined, ...nextSort(search, column) })}
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
