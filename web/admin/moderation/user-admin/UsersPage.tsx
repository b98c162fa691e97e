import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'

import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { parseUserSearch, type UserSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { StatRow } from '#web/admin/layout/StatRow.tsx'
import { ListPages } from '#web/admin/resource/ListPages.tsx'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { BulkBar } from './BulkBar.tsx'
import { toPrincipal } from './principals.ts'
import type { UserAction } from './user-actions.ts'
import { userListQuery } from './users.data.ts'
import { UserTable, type ChosenUsers } from './UserTable.tsx'
import { UserTools } from './UserTools.tsx'

const EditUserDialog = lazyDialog(() => import('./EditUserDialog.tsx'), 'EditUserDialog')
const StateChangeDialog = lazyDialog(() => import('./StateChangeDialog.tsx'), 'StateChangeDialog')
const UndoActsDialog = lazyDialog(() => import('./UndoActsDialog.tsx'), 'UndoActsDialog')
const BanDialog = lazyDialog(() => import('./BanDialog.tsx'), 'BanDialog')

const ignore = () => undefined

export function UsersPage() {
  const { pendingSearch, search } = usePendingSearch(useSearch({ from: '/admin/users' }), parseUserSearch)
  const session = useSession()
  const navigate = useNavigate()
  const maySee = hasPermission(session, 'admin.users.list')
  const list = useQuery({ ...userListQuery(search), enabled: maySee })
  const { pagination, stats } = list.data ?? {}
  // Rendering the rows is slow: typing in the search field must not wait for it.
  const deferred = useDeferredValue(list.data)
  const displayed = list.data?.users.length && deferred?.users.length ? deferred : list.data
  const [chosen, setChosen] = useState<ChosenUsers>(new Map())
  const [acted, setActed] = useState<{ action: Exclude<UserAction, 'edit' | 'same-ip'>; user: AdminUser }>()
  const actor = session && toPrincipal(session.user)
  const edit = (user: number | undefined) =>
    void navigate({
      to: '/admin/users',
      search: (present) => parseUserSearch({ ...present, user, tab: undefined }),
      resetScroll: false,
    })
  function act(action: UserAction, user: AdminUser) {
    if (action === 'edit') edit(user.id)
    else if (action === 'same-ip')
      void navigate({
        to: '/admin/users',
        search: parseUserSearch({ ip: user.registration_ip ?? user.last_login_ip }),
      })
    else setActed({ action, user })
  }
  const stop = () => setActed(undefined)

  return (
    <AdminPage
      title="User Management"
      needs="admin.users.list"
      isWide
      actions={
        hasPermission(session, 'admin.users.ban') && (
          <Link to="/admin/users/bulk-acts" className={buttonClass()}>
            Bulk actions
          </Link>
        )
      }
    >
      <StatRow
        label="Users at a glance"
        stats={[
          { label: 'Total users', value: stats?.total },
          { label: 'Admins', value: stats?.admins },
          { label: 'Active this week', value: stats?.activeThisWeek },
        ]}
      />
      <UserTools search={pendingSearch} total={pagination?.total} />
      {actor && chosen.size > 0 && (
        <BulkBar
          actor={actor}
          chosen={chosen}
          users={displayed?.users ?? []}
          search={search}
          total={pagination?.total ?? 0}
          onChoose={setChosen}
        />
      )}
      {list.isPending && <Skeleton shape="block" height={520} />}
      {list.isError && !list.data && (
        <Card>
          <FailedState title="Failed to load users" text={list.error.message} query={list} />
        </Card>
      )}
      {displayed?.users.length === 0 && <NoUsersFound search={search} />}
      {actor && displayed && displayed.users.length > 0 && (
        <UserTable
          actor={actor}
          users={displayed.users}
          now={displayed.readAt}
          search={pendingSearch}
          isStale={list.isPlaceholderData}
          chosen={chosen}
          onChoose={setChosen}
          onAct={act}
        />
      )}
      <ListPages
        pagination={pagination}
        requested={pendingSearch.page}
        isStale={pendingSearch !== search || list.isPlaceholderData}
      />
      {pendingSearch.user !== undefined && session && maySee && (
        <EditUserDialog
          key={pendingSearch.user}
          id={pendingSearch.user}
          actor={session.user}
          firstTab={pendingSearch.tab}
          onSelect={(users) =>
            setChosen((present) => new Map([...present, ...users.map((user) => [user.id, user] as const)]))
          }
          onClose={() => edit(undefined)}
        />
      )}
      {acted?.action === 'ban' && <BanDialog user={acted.user} onClose={stop} />}
      {acted?.action === 'undo-acts' && <UndoActsDialog user={acted.user} onClose={stop} />}
      {acted && acted.action !== 'ban' && acted.action !== 'undo-acts' && (
        <StateChangeDialog change={acted.action} users={[acted.user]} onDone={ignore} onClose={stop} />
      )}
    </AdminPage>
  )
}

function NoUsersFound({ search }: { search: UserSearch }) {
  const { q, role, status, group, verified, age, ip } = search
  const isFiltered = [q, role, status, group, verified, age, ip].some((filter) => filter !== undefined)
  return (
    <Card>
      <EmptyState
        icon={<UserRoundX />}
        title="No users found"
        text={isFiltered ? 'No users match this search and these filters.' : 'Nobody has signed up yet.'}
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
