import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { Camera, RotateCw } from 'lucide-react'

import { reportActivity } from '#web/admin/records/activities/activities.data.ts'
import { dashboardPeriods, parseDashboardSearch } from '#web/admin/admin-search.ts'
import type { DashboardPeriod } from '#web/admin/admin-search.ts'
import { firstScreen } from '#web/admin/layout/admin-entries.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { call } from '#web/app/call.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { showToast } from '#web/ui/toast.ts'

import { AnalysisStatus } from './AnalysisStatus.tsx'
import { CaseStatus } from './CaseStatus.tsx'
import { historicalQuery, totalsQuery } from './dashboard.data.ts'
import styles from './DashboardPage.module.css'
import { QuickActions } from './QuickActions.tsx'
import { RecentActivities } from './RecentActivities.tsx'
import { TotalCards } from './TotalCards.tsx'
import { TrendCard } from './TrendCard.tsx'

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
          onRetry={() => void Promise.all([totals.refetch(), historical.refetch()])}
          isRetrying={totals.isFetching || historical.isFetching}
        />
      ) : (
        <TotalCards period={period} totals={totals.data} historical={historical.data} />
      )}
      <CaseStatus />
      <AnalysisStatus />
      <TrendCard period={period} />
      <div className={styles.columns}>
        <RecentActivities />
        <QuickActions session={session} />
      </div>
    </AdminPage>
  )
}

function DashboardActions({ period, maySnapshot }: { period: DashboardPeriod; maySnapshot: boolean }) {
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
        options={dashboardPeriods.map((value) => ({ value, label: `${value} days` }))}
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
