import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'

import { parseUserSearch, userAges, userStatuses } from '#web/admin/admin-search.ts'
import type { UserSearch } from '#web/admin/admin-search.ts'
import { capitalize } from '#web/admin/capitalize.ts'
import { groupsQuery } from '#web/admin/groups/groups.data.ts'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { useUrlText } from '#web/admin/use-url-text.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import styles from './UserTable.module.css'

const sortedColumns = ['username', 'scripts', 'downloads', 'reputation'] as const
const columnLabels = {
  username: 'User',
  scripts: 'Scripts',
  downloads: 'Downloads',
  reputation: 'Reputation',
}

const ageLabels = {
  day: 'Up to a day',
  week: 'Up to a week',
  month: 'Up to 30 days',
  year: 'Up to a year',
  older: 'Over a year',
}

export function UserTools({ search, total }: { search: UserSearch; total: number | undefined }) {
  const navigate = useNavigate()
  const session = useSession()
  const maySeeGroups =
    hasPermission(session, 'admin.groups.view') || hasPermission(session, 'admin.users.edit.groups')
  const groups = useQuery({ ...groupsQuery, enabled: maySeeGroups })
  const change = (next: Record<string, unknown>, replace = false) =>
    void navigate({
      to: '/admin/users',
      search: parseUserSearch({ ...search, page: undefined, ...next }),
      replace,
      resetScroll: false,
    })
  const { text, setText } = useUrlText(search.q ?? '', (q) => change({ q }, true))
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
          ...userStatuses.map((value) => ({ value, label: capitalize(value.replaceAll('_', ' ')) })),
        ]}
      />
      {groups.data && (
        <Select
          layout="inline"
          label="Group"
          value={String(search.group ?? '')}
          isSet={search.group !== undefined}
          onChange={({ currentTarget }) => change({ group: currentTarget.value })}
          options={[
            { value: '', label: 'All' },
            ...groups.data.map(({ id, display_name }) => ({ value: String(id), label: display_name })),
          ]}
        />
      )}
      <Select
        layout="inline"
        label="Email"
        value={search.verified ?? ''}
        isSet={search.verified !== undefined}
        onChange={({ currentTarget }) => change({ verified: currentTarget.value })}
        options={[
          { value: '', label: 'All' },
          { value: 'yes', label: 'Verified' },
          { value: 'no', label: 'Unverified' },
        ]}
      />
      <Select
        layout="inline"
        label="Age"
        value={search.age ?? ''}
        isSet={search.age !== undefined}
        onChange={({ currentTarget }) => change({ age: currentTarget.value })}
        options={[
          { value: '', label: 'All' },
          ...userAges.map((value) => ({ value, label: ageLabels[value] })),
        ]}
      />
      {search.ip !== undefined && (
        <Button size="sm" icon={<X />} onClick={() => change({ ip: undefined })}>
          IP {search.ip}
          <span className="visually-hidden">, remove this filter</span>
        </Button>
      )}
      {search.ip !== undefined && !search.ip.includes('/') && (
        <Button size="sm" onClick={() => change({ ip: networkOf(search.ip ?? '') })}>
          Whole network
        </Button>
      )}
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
            { value: 'created_at asc', label: 'Oldest' },
            ...sortedColumns.flatMap((column) => [
              { value: column, label: `${columnLabels[column]}, descending` },
              { value: `${column} asc`, label: `${columnLabels[column]}, ascending` },
            ]),
          ]}
        />
      </div>
    </Toolbar>
  )
}

/** The server cuts the IP to the prefix. */
const networkOf = (ip: string) => (ip.includes(':') ? `${ip}/64` : `${ip}/24`)
