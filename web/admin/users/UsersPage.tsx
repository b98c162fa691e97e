import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useState } from 'react'

import type { AdminUser } from '#contract/user-admin.ts'
import { readUserSearch } from '#web/admin/admin-search.ts'
import type { UserSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { StatRow } from '#web/admin/layout/StatRow.tsx'
import { mayUse, useSession } from '#web/app/session.ts'
import { useComingSearch } from '#web/app/use-coming-search.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { BulkBar } from './BulkBar.tsx'
import { userListQuery } from './users.data.ts'
import { UserTable } from './UserTable.tsx'
import { UserTools } from './UserTools.tsx'

const EditUserDialog = lazy(async () => ({
  default: (await import('./EditUserDialog.tsx')).EditUserDialog,
}))
const BanDialog = lazy(async () => ({ default: (await import('./BanDialog.tsx')).BanDialog }))

export function UsersPage() {
  const { pressed, search } = useComingSearch(useSearch({ from: '/admin/users' }), readUserSearch)
  const session = useSession()
  const navigate = useNavigate()
  const maySee = mayUse(session, 'admin.users.list')
  const list = useQuery({ ...userListQuery(search), enabled: maySee })
  const { pagination, stats } = list.data ?? {}
  // Rows take a while to draw: a key that is typed meanwhile comes before them.
  const drawn = useDeferredValue(list.data)
  const shown = list.data?.users.length && drawn?.users.length ? drawn : list.data
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [banned, setBanned] = useState<AdminUser>()
  const selected = shown?.users.filter(({ id }) => chosen.has(id)) ?? []
  const edit = useCallback(
    (user: number | undefined) =>
      void navigate({
        to: '/admin/users',
        search: (present) => readUserSearch({ ...present, user }),
        resetScroll: false,
      }),
    [navigate],
  )

  return (
    <AdminPage title="User Management" needs="admin.users.list">
      <StatRow
        label="Users at a glance"
        stats={[
          { label: 'Total users', value: stats?.total },
          { label: 'Admins', value: stats?.admins },
          { label: 'Active this week', value: stats?.activeThisWeek },
        ]}
      />
      <UserTools search={pressed} total={pagination?.total} />
      {selected.length > 0 && <BulkBar users={selected} onClear={() => setChosen(new Set())} />}
      {list.isPending && <Skeleton shape="block" height={520} />}
      {list.isError && !list.data && (
        <Card>
          <FailedState
            title="Failed to load users"
            text={list.error.message}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        </Card>
      )}
      {shown?.users.length === 0 && <NobodyFound search={search} />}
      {shown && shown.users.length > 0 && (
        <UserTable
          users={shown.users}
          now={shown.readAt}
          search={pressed}
          isStale={list.isPlaceholderData}
          chosen={chosen}
          onChoose={setChosen}
          onEdit={edit}
          onBan={setBanned}
        />
      )}
      {pagination && (
        <Pagination
          page={pressed !== search || list.isPlaceholderData ? (pressed.page ?? 1) : pagination.page}
          pageCount={pagination.totalPages}
          renderLink={(page, props) => (
            <Link
              to="/admin/users"
              search={readUserSearch({ ...search, page })}
              activeOptions={{ exact: true, explicitUndefined: true }}
              {...props}
            />
          )}
        />
      )}
      <Suspense>
        {pressed.user !== undefined && session && maySee && (
          <EditUserDialog
            key={pressed.user}
            id={pressed.user}
            actor={session.user}
            onClose={() => edit(undefined)}
          />
        )}
        {banned && <BanDialog user={banned} onClose={() => setBanned(undefined)} />}
      </Suspense>
    </AdminPage>
  )
}

function NobodyFound({ search }: { search: UserSearch }) {
  const isFiltered = search.q !== undefined || search.role !== undefined || search.status !== undefined
  return (
    <Card>
      <EmptyState
        icon={<UserRoundX />}
        title="No users found"
        text={isFiltered ? 'Nobody matches this search and these filters.' : 'Nobody has signed up yet.'}
        action={
          isFiltered && (
            <Link to="/admin/users" className="text-link">
              Clear filters
            </Link>
          )
        }
      />
    </Card>
  )
}
