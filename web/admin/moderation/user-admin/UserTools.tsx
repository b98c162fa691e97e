import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'

import { groupsQuery } from '#web/admin/access/groups/groups.data.ts'
import { parseUserSearch, userAges, userStatuses, type UserSearch } from '#web/admin/admin-search.ts'
import { Toolbar, useFilter, SearchField } from '#web/admin/resource/filters.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { hasPermission, useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Button } from '#web/ui/Button.tsx'
import { capitalize } from '#web/ui/capitalize.ts'
import { Select } from '#web/ui/Select.tsx'

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
  const session = useSession()
  const maySeeGroups =
    hasPermission(session, 'admin.groups.view') || hasPermission(session, 'admin.users.edit.groups')
  const groups = useQuery({ ...groupsQuery, enabled: maySeeGroups })
  const change = useFilter(search, parseUserSearch)
  return (
    <Toolbar
      end={
        <output className="muted text-sm numeric">
          {total !== undefined && (total === 1 ? '1 user' : `${fullNumber(total)} users`)}
        </output>
      }
    >
      <SearchField
        label="Search users"
        placeholder="Search by username or email"
        value={search.q}
        onSearch={(q) => change({ q }, true)}
      />
      <FilterSelect
        label="Role"
        value={search.role}
        options={[
          { value: 'admin', label: 'Admins only' },
          { value: 'user', label: 'Regular users' },
        ]}
        onChange={(role) => change({ role })}
      />
      <FilterSelect
        label="Status"
        value={search.status}
        options={userStatuses.map((value) => ({ value, label: capitalize(value.replaceAll('_', ' ')) }))}
        onChange={(status) => change({ status })}
      />
      {groups.data && (
        <FilterSelect
          label="Group"
          value={search.group?.toString()}
          options={groups.data.map(({ id, display_name }) => ({ value: String(id), label: display_name }))}
          onChange={(group) => change({ group })}
        />
      )}
      <FilterSelect
        label="Email"
        value={search.verified}
        options={[
          { value: 'yes', label: 'Verified' },
          { value: 'no', label: 'Unverified' },
        ]}
        onChange={(verified) => change({ verified })}
      />
      <FilterSelect
        label="Age"
        value={search.age}
        options={userAges.map((value) => ({ value, label: ageLabels[value] }))}
        onChange={(age) => change({ age })}
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
      <div className={`${styles.sortOfCards} hidden`}>
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
