import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Activity as ActivityGlyph } from 'lucide-react'

import { activityStatuses, activityTypes } from '#contract/activities.ts'
import { readActivitySearch } from '#web/admin/admin-search.ts'
import type { ActivitySearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar } from '#web/admin/layout/Toolbar.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { mayUse, useSession } from '#web/app/session.ts'
import { useComingSearch } from '#web/app/use-coming-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { activitiesQuery } from './activities.data.ts'
import styles from './ActivitiesPage.module.css'
import { ActivityPages } from './ActivityPages.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import { ExportButton } from './ExportButton.tsx'

export function ActivitiesPage() {
  const { pressed, search } = useComingSearch(useSearch({ from: '/admin/activities' }), readActivitySearch)
  const maySee = mayUse(useSession(), 'admin.activities.view')
  const list = useQuery({ ...activitiesQuery(search), enabled: maySee })
  const { activities, pagination } = list.data ?? {}
  const isComing = pressed !== search || list.isPlaceholderData
  const isEmpty = list.isError || activities?.length === 0
  return (
    <AdminPage
      title="Activities"
      text="What happened on this site, newest first."
      needs="admin.activities.view"
      actions={<ExportButton search={search} isOff={isEmpty} />}
    >
      <ActivityFilters search={pressed} total={pagination?.total} />
      <Card aria-busy={list.isPending || isComing}>
        {isEmpty ? (
          <NothingFound
            isFiltered={search.type !== undefined || search.status !== undefined}
            {...(list.isError && { onRetry: () => void list.refetch() })}
          />
        ) : (
          <ul className={styles.list} data-stale={isComing || undefined}>
            {activities?.map((activity) => <ActivityRow key={activity.id} activity={activity} />) ??
              ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
                <li key={key} className={styles.waiting}>
                  <Skeleton shape="block" width={36} height={36} />
                  <Skeleton width="52%" />
                </li>
              ))}
          </ul>
        )}
      </Card>
      {pagination && (
        <ActivityPages
          search={search}
          page={isComing ? (pressed.page ?? 1) : pagination.page}
          pageCount={pagination.totalPages}
        />
      )}
    </AdminPage>
  )
}

function ActivityFilters({ search, total }: { search: ActivitySearch; total: number | undefined }) {
  const navigate = useNavigate()
  const filter = (change: Record<string, unknown>) =>
    void navigate({
      to: '/admin/activities',
      search: readActivitySearch({ ...search, page: undefined, ...change }),
      resetScroll: false,
    })
  return (
    <Toolbar
      end={
        <output className={styles.total}>
          {total !== undefined && (total === 1 ? '1 activity' : `${fullNumber(total)} activities`)}
        </output>
      }
    >
      <Select
        layout="inline"
        label="Type"
        value={search.type ?? ''}
        isSet={search.type !== undefined}
        onChange={({ currentTarget }) => filter({ type: currentTarget.value })}
        options={[{ value: '', label: 'All types' }, ...activityTypes.map(named)]}
      />
      <Select
        layout="inline"
        label="Status"
        value={search.status ?? ''}
        isSet={search.status !== undefined}
        onChange={({ currentTarget }) => filter({ status: currentTarget.value })}
        options={[{ value: '', label: 'All statuses' }, ...activityStatuses.map(named)]}
      />
    </Toolbar>
  )
}

const named = (value: string) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` })

/** A log that cannot be read shows as an empty one, as the specification has it, but says so and tries again. */
function NothingFound({ isFiltered, onRetry }: { isFiltered: boolean; onRetry?: () => void }) {
  return (
    <EmptyState
      icon={<ActivityGlyph />}
      title="No Activities Found"
      text={
        onRetry
          ? 'The log could not be read.'
          : isFiltered
            ? 'Nothing in the log matches these filters.'
            : 'The log is still empty.'
      }
      action={
        onRetry ? (
          <Button onClick={onRetry}>Try Again</Button>
        ) : (
          isFiltered && (
            <Link to="/admin/activities" className="text-link">
              Clear filters
            </Link>
          )
        )
      }
    />
  )
}
