import { useQuery, useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Activity as ActivityGlyph, X, FileDown, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { activityStatuses, activityTypes } from '#contract/records/activities.ts'
import { parseActivitySearch, type ActivitySearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { Toolbar, TextFilter, useFilter } from '#web/admin/resource/filters.tsx'
import { hasPermission, useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { capitalize } from '#web/ui/capitalize.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { saveText } from '#web/ui/save-text.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

import { activitiesQuery, fetchExport } from './activities.data.ts'
import { ActivityRow } from './ActivityRow.tsx'

export function ActivitiesPage() {
  const { pendingSearch, search } = usePendingSearch(
    useSearch({ from: '/admin/activities' }),
    parseActivitySearch,
  )
  const maySee = hasPermission(useSession(), 'admin.activities.view')
  const list = useQuery({ ...activitiesQuery(search), enabled: maySee })
  const { activities, pagination } = list.data ?? {}
  const isStale = pendingSearch !== search || list.isPlaceholderData
  const isEmpty = list.isError || activities?.length === 0
  return (
    <AdminPage
      title="Activities"
      text="What happened on this site, newest first."
      needs="admin.activities.view"
      actions={<ExportButton search={search} isOff={isEmpty} />}
    >
      <ActivityFilters search={pendingSearch} total={pagination?.total} />
      <Card aria-busy={list.isPending || isStale}>
        {isEmpty ? (
          <NothingFound
            isFiltered={Object.entries(search).some(([key, value]) => key !== 'page' && value !== undefined)}
            {...(list.isError && { onRetry: () => void list.refetch() })}
          />
        ) : (
          <ul className="fades lined" data-stale={isStale || undefined}>
            {activities?.map((activity) => <ActivityRow key={activity.id} activity={activity} />) ??
              ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
                <li key={key} className="row gap-4 pad-4-5">
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
          page={isStale ? (pendingSearch.page ?? 1) : pagination.page}
          pageCount={pagination.totalPages}
        />
      )}
    </AdminPage>
  )
}

function ActivityFilters({ search, total }: { search: ActivitySearch; total: number | undefined }) {
  const filter = useFilter(search, parseActivitySearch)
  return (
    <Toolbar
      end={
        <output className="muted text-sm numeric">
          {total !== undefined && (total === 1 ? '1 activity' : `${fullNumber(total)} activities`)}
        </output>
      }
    >
      <FilterSelect
        label="Type"
        value={search.type}
        emptyLabel="All types"
        options={activityTypes.map(toOption)}
        onChange={(type) => filter({ type })}
      />
      <FilterSelect
        label="Status"
        value={search.status}
        emptyLabel="All statuses"
        options={activityStatuses.map(toOption)}
        onChange={(status) => filter({ status })}
      />
      <TextFilter
        label="User"
        placeholder="Username"
        value={search.user}
        onChange={(user) => filter({ user })}
      />
      <TextFilter
        label="Action"
        placeholder="Action, such as User Updated"
        value={search.action}
        onChange={(action) => filter({ action })}
      />
      <Checkbox
        label="Views, downloads and sign-ins"
        checked={search.usage === 'shown'}
        onChange={({ currentTarget }) => filter({ usage: currentTarget.checked ? 'shown' : undefined })}
      />
      {search.target_id !== undefined && (
        <Button
          size="sm"
          icon={<X />}
          onClick={() => filter({ target_type: undefined, target_id: undefined })}
        >
          {capitalize(search.target_type ?? 'object')} #{search.target_id}
        </Button>
      )}
    </Toolbar>
  )
}

const toOption = (value: string) => ({ value, label: capitalize(value) })

/** Also for a log that failed to load, which must look like an empty one (docs/specification.md). */
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

/** Saves the filtered log as a CSV file. */
function ExportButton({ search, isOff }: { search: ActivitySearch; isOff: boolean }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await fetchExport(search)),
    onError: () => void showToast({ type: 'error', title: 'Failed to export activities' }),
  })
  return (
    <Button
      icon={<FileDown />}
      disabled={isOff}
      isBusy={isPending}
      busyText="Exporting..."
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  )
}

function saveFile(text: string): void {
  saveText(text, { name: `activities-${new Date().toISOString().slice(0, 10)}.csv`, type: 'text/csv' })
}

function ActivityPages({
  search,
  page,
  pageCount,
}: {
  search: ActivitySearch
  page: number
  pageCount: number
}) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages" className="row centered gap-4 muted text-sm numeric">
      <Step search={search} page={page - 1} isOff={page <= 1}>
        <ChevronLeft />
        Previous
      </Step>
      <span>
        Page {page} of {pageCount}
      </span>
      <Step search={search} page={page + 1} isOff={page >= pageCount}>
        Next
        <ChevronRight />
      </Step>
    </nav>
  )
}

function Step({
  search,
  page,
  isOff,
  children,
}: {
  search: ActivitySearch
  page: number
  isOff: boolean
  children: ReactNode
}) {
  if (isOff)
    return (
      <button type="button" className={buttonClass()} disabled>
        {children}
      </button>
    )
  return (
    <Link
      to="/admin/activities"
      search={parseActivitySearch({ ...search, page })}
      className={buttonClass()}
      activeOptions={{ exact: true, explicitUndefined: true }}
    >
      {children}
    </Link>
  )
}
