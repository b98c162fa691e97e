import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch, Link } from '@tanstack/react-router'
import { Camera, RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'

import { parseDashboardSearch } from '#web/admin/admin-search.ts'
import { firstScreen, adminEntries } from '#web/admin/layout/admin-entries.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { waitingQuery } from '#web/admin/moderation/cases/moderation.data.ts'
import { reportActivity, recentActivitiesQuery } from '#web/admin/records/activities/activities.data.ts'
import { ActivityIcon, ActivityTime } from '#web/admin/records/activities/ActivityRow.tsx'
import { call } from '#web/app/call.ts'
import { moderationPermissions } from '#web/app/moderation-path.ts'
import type { Session } from '#web/app/session-store.ts'
import { hasPermission, useSession, hasAnyPermission } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { durationText } from '#web/moderation/cases/cases.texts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

import {
  analysesQuery,
  historicalQuery,
  rangeQuery,
  totals as shownTotals,
  totalsQuery,
} from './dashboard.data.ts'
import styles from './DashboardPage.module.css'
import { TotalCards } from './TotalCards.tsx'

const TrendCharts = lazyPart(() => import('./TrendCharts.tsx'), 'TrendCharts')

const periods = [7, 30, 90] as const
const shownMax = 4

const actions: Partial<Record<string, string>> = {
  '/admin/users': 'Manage users',
  '/admin/groups': 'Manage groups',
  '/admin/categories': 'Manage categories',
  '/admin/partners': 'Manage partners',
  '/admin/user-styles': 'Manage user styles',
}

export function DashboardPage() {
  const { pendingSearch, search } = usePendingSearch(useSearch({ from: '/admin/' }), parseDashboardSearch)
  const { period = 30 } = search
  const session = useSession()
  const maySee = hasPermission(session, 'admin.dashboard.view')
  const totals = useQuery({ ...totalsQuery, enabled: maySee })
  const historical = useQuery({ ...historicalQuery(period), enabled: maySee })
  const first = firstScreen(session)
  if (!maySee && first) return <Navigate to={first} replace />
  const failed = [totals, historical].find(({ isError }) => isError)
  return (
    <AdminPage
      title="Dashboard"
      needs="admin.dashboard.view"
      actions={
        <DashboardActions
          period={pendingSearch.period ?? 30}
          maySnapshot={hasPermission(session, 'admin.dashboard.manage')}
        />
      }
    >
      {failed ? (
        <FailedState
          title="Dashboard"
          text="Error loading dashboard data. Please refresh the page."
          query={{
            refetch: () => Promise.all([totals.refetch(), historical.refetch()]),
            isFetching: totals.isFetching || historical.isFetching,
          }}
        />
      ) : (
        <TotalCards period={period} totals={totals.data} historical={historical.data} />
      )}
      <CaseStatus />
      <AnalysisStatus />
      <TrendCard period={period} />
      <div className={`grid top gap-4 ${styles.columns}`}>
        <RecentActivities />
        <QuickActions session={session} />
      </div>
    </AdminPage>
  )
}

function DashboardActions({
  period,
  maySnapshot,
}: {
  period: (typeof periods)[number]
  maySnapshot: boolean
}) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refetchAll = () => queryClient.refetchQueries({ queryKey: ['admin'], type: 'active' })
  const refresh = useMutation({
    mutationFn: async () => {
      await reportActivity({
        type: 'system',
        action: 'Dashboard Refreshed',
        description: `Dashboard refreshed for the last ${period} days`,
      })
      await refetchAll()
    },
  })
  const snapshot = useMutation({
    mutationFn: () => call('POST /api/stats/snapshot'),
    onSuccess: async () => {
      void showToast({ type: 'success', title: 'Statistics snapshot created' })
      await refetchAll()
    },
    onError: () => void showToast({ type: 'error', title: 'Failed to create statistics snapshot.' }),
  })
  return (
    <>
      <SegmentedControl
        label="Period"
        options={periods.map((value) => ({ value, label: `${value} days` }))}
        value={period}
        onChange={(value) =>
          void navigate({ to: '/admin', search: value === 30 ? {} : { period: value }, resetScroll: false })
        }
      />
      <Button
        icon={<RotateCw />}
        onClick={() => refresh.mutate()}
        isBusy={refresh.isPending}
        busyText="Refreshing..."
      >
        Refresh
      </Button>
      {maySnapshot && (
        <Button
          icon={<Camera />}
          onClick={() => snapshot.mutate()}
          isBusy={snapshot.isPending}
          busyText="Creating..."
        >
          Create Snapshot
        </Button>
      )}
    </>
  )
}

/** The archives that are not analysed, or by an earlier rule set. */
function AnalysisStatus() {
  const { data, isError } = useQuery(analysesQuery)
  if (isError) return <p className="faint text-sm">The state of the archive reports could not be loaded.</p>
  if (!data) return <p className="faint text-sm">Archive reports: …</p>
  const { waiting, running, failed, outdated } = data
  return (
    <p className="faint text-sm">
      Archive reports: {waiting} waiting, {running} running, {failed} failed, {outdated} to scan with the
      current rules
    </p>
  )
}

/** How many cases wait for the user, with a link to the queue. */
function CaseStatus() {
  const maySee = hasAnyPermission(useSession(), moderationPermissions)
  const [now] = useState(Date.now)
  const { data, isError } = useQuery({ ...waitingQuery, enabled: maySee })
  if (!maySee) return null
  if (isError) return <p className="faint text-sm">The waiting cases could not be loaded.</p>
  if (!data) return <p className="faint text-sm">Cases: …</p>
  const { total, oldestAt } = data
  if (total === 0) return <p className="faint text-sm">No cases are waiting.</p>
  const age = oldestAt === null ? '' : `, the oldest for ${durationText(now - Date.parse(oldestAt))}`
  return (
    <p className="faint text-sm">
      <Link to="/admin/moderation" className="text-link">
        {total === 1 ? '1 case is waiting' : `${total} cases are waiting`}
        {age}
      </Link>
    </p>
  )
}

function TrendCard({ period }: { period: number }) {
  const { data: days, isError, isPlaceholderData } = useQuery(rangeQuery(period))
  return (
    <Card as="section" padding="md" aria-labelledby="trend-title" aria-busy={!days && !isError}>
      <div className="flex wrap baseline between gap-1-4 mb-4">
        <h2 className="text-h3" id="trend-title">
          Last {period} days
        </h2>
        <span className="faint text-sm">From the daily snapshots</span>
      </div>
      <div className="fades" data-stale={isPlaceholderData || undefined}>
        {isError ? (
          <p className="faint text-sm">The snapshots could not be loaded.</p>
        ) : days && days.length < 2 ? (
          <p className="faint text-sm">
            A line needs two snapshots. One is taken every day; Create Snapshot takes one now.
          </p>
        ) : days ? (
          <Suspense fallback={<Skeleton shape="block" height={250} />}>
            <TrendCharts
              days={days.map((day) => ({ date: day.date, values: shownTotals.map(({ key }) => day[key]) }))}
              labels={shownTotals.map(({ label }) => label)}
              caption="Totals by day"
            />
          </Suspense>
        ) : (
          <Skeleton shape="block" height={250} />
        )}
      </div>
    </Card>
  )
}

/** Links to the screens that administrators use most, if the user may see them. */
function QuickActions({ session }: { session: Session | null }) {
  const entries = adminEntries(session).filter(({ to }) => actions[to])
  if (entries.length === 0) return null
  return (
    <Card as="section" padding="md" aria-labelledby="quick-title">
      <div className="flex wrap baseline between gap-1-4 mb-4">
        <h2 className="text-h3" id="quick-title">
          Quick Actions
        </h2>
      </div>
      <div className={`grid gap-2 ${styles.quick}`}>
        {entries.map(({ to, icon: Icon }) => (
          <Link key={to} to={to} className={buttonClass()}>
            <Icon />
            {actions[to]}
          </Link>
        ))}
      </div>
    </Card>
  )
}

function RecentActivities() {
  const { data: activities, isError } = useQuery(recentActivitiesQuery(shownMax))
  return (
    <Card as="section" padding="md" aria-labelledby="recent-title" aria-busy={!activities && !isError}>
      <div className="flex wrap baseline between gap-1-4 mb-4">
        <h2 className="text-h3" id="recent-title">
          Recent Activity
        </h2>
        <Link to="/admin/activities" className="text-link">
          View all activities
        </Link>
      </div>
      {isError && <p className="faint text-sm">The latest activities could not be loaded.</p>}
      {activities?.length === 0 && <p className="faint text-sm">Nothing has happened yet.</p>}
      <ul className={`stack gap-1 ${styles.activities}`}>
        {activities
          ? activities.map((activity) => (
              <li key={activity.id} className={`row gap-3 pad-2 ${styles.activity}`}>
                <ActivityIcon type={activity.type} status={activity.status} />
                <div className={`grow min-0 ${styles.activityText}`}>
                  <b>{activity.action}</b>
                  <p className="ellipsis muted text-sm">{activity.description || activity.users?.username}</p>
                </div>
                <span className={`rigid text-sm faint ${styles.activityTime}`}>
                  <ActivityTime time={activity.created_at} />
                </span>
              </li>
            ))
          : !isError &&
            ['a', 'b', 'c', 'd'].map((key) => (
              <li key={key} className={`row gap-3 pad-2 ${styles.activity}`}>
                <Skeleton shape="block" width={36} height={36} />
                <div className={`grow min-0 ${styles.activityText}`}>
                  <Skeleton width="40%" />
                  <Skeleton width="70%" />
                </div>
              </li>
            ))}
      </ul>
    </Card>
  )
}
