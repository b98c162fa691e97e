import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'

import { readUserSearch, userColumns, userStatuses } from '#web/admin/admin-search.ts'
import type { UserSearch } from '#web/admin/admin-search.ts'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { useAddressText } from '#web/admin/use-address-text.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import styles from './UserTable.module.css'

const columnLabels = {
  username: 'User',
  scripts: 'Scripts',
  downloads: 'Downloads',
  reputation: 'Reputation',
}

export function UserTools({ search, total }: { search: UserSearch; total: number | undefined }) {
  const navigate = useNavigate()
  const change = (next: Record<string, unknown>, replace = false) =>
    void navigate({
      to: '/admin/users',
      search: readUserSearch({ ...search, page: undefined, ...next }),
      replace,
      resetScroll: false,
    })
  const { text, setText } = useAddressText(search.q ?? '', (q) => change({ q }, true))
  return (
    <Toolbar
      end={
        <output className={styles.total}>
          {total !== undefined && (total === 1 ? '1 user' : `${fullNumber(total)} users`)}
        </output>
      }
    >
      <TextField
        type="search"
        label="Search users"
        isLabelHidden
        icon={<Search />}
        placeholder="Search by username or email"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Select
        layout="inline"
        label="Role"
        value={search.role ?? ''}
        isSet={search.role !== undefined}
        onChange={({ currentTarget }) => change({ role: currentTarget.value })}
        options={[
          { value: '', label: 'All' },
          { value: 'admin', label: 'Admins only' },
          { value: 'user', label: 'Regular users' },
        ]}
      />
      <Select
        layout="inline"
        label="Status"
        value={search.status ?? ''}
        isSet={search.status !== undefined}
        onChange={({ currentTarget }) => change({ status: currentTarget.value })}
        options={[
          { value: '', label: 'All' },
          ...userStatuses.map((value) => ({
            value,
            label: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
          })),
        ]}
      />
      <div className={styles.sortOfCards}>
        <Select
          layout="inline"
          label="Sort"
          value={`${search.sort ?? ''} ${search.order ?? ''}`.trim()}
          onChange={({ currentTarget }) => {
            const [sort, order] = currentTarget.value.split(' ')
            change({ sort, order })
          }}
          options={[
            { value: '', label: 'Newest' },
            ...userColumns.flatMap((column) => [
              { value: column, label: `${columnLabels[column]}, descending` },
              { value: `${column} asc`, label: `${columnLabels[column]}, ascending` },
            ]),
          ]}
        />
      </div>
    </Toolbar>
  )
}
