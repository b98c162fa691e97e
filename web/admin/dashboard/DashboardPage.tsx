import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Camera, RotateCw } from 'lucide-react'

import { reportActivity } from '#web/admin/activities/activities.data.ts'
import { dashboardPeriods, readDashboardSearch } from '#web/admin/admin-search.ts'
import type { DashboardPeriod } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { useAct } from '#web/admin/use-act.ts'
import { call } from '#web/app/call.ts'
import { mayUse, useSession } from '#web/app/session.ts'
import { useComingSearch } from '#web/app/use-coming-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { showToast } from '#web/ui/toast.ts'

import { historicalQuery, totalsQuery } from './dashboard.data.ts'
import styles from './DashboardPage.module.css'
import { QuickActions } from './QuickActions.tsx'
import { RecentActivities } from './RecentActivities.tsx'
import { TotalCards } from './TotalCards.tsx'
import { TrendCard } from './TrendCard.tsx'

export function DashboardPage() {
  const { pressed, search } = useComingSearch(useSearch({ from: '/admin/' }), readDashboardSearch)
  const { period = 30 } = search
  const session = useSession()
  const maySee = mayUse(session, 'admin.dashboard.view')
  const totals = useQuery({ ...totalsQuery, enabled: maySee })
  const historical = useQuery({ ...historicalQuery(period), enabled: maySee })
  const failed = [totals, historical].find(({ isError }) => isError)
  return (
    <AdminPage
      title="Dashboard"
      needs="admin.dashboard.view"
      actions={
        <DashboardActions
          period={pressed.period ?? 30}
          maySnapshot={mayUse(session, 'admin.dashboard.manage')}
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
  const refresh = useAct({
    run: async () => {
      await reportActivity({
        type: 'system',
        action: 'Dashboard Refreshed',
        description: `Dashboard refreshed for the last ${period} days`,
      })
      await refetchAll()
    },
  })
  const snapshot = useAct({
    run: () => call('POST /api/stats/snapshot'),
    onSuccess: async () => {
      void showToast({ type: 'success', title: 'Statistics snapshot created' })
      await refetchAll()
    },
    onError: () => void showToast({ type: 'error', title: 'Failed to create statistics snapshot.' }),
  })
  return (
    <>
      <Segments
        label="Period"
        options={dashboardPeriods.map((value) => ({ value, label: `${value} days` }))}
        value={period}
        onChange={(value) =>
          void navigate({ to: '/admin', search: value === 30 ? {} : { period: value }, resetScroll: false })
        }
      />
      <Button
        icon={<RotateCw />}
        onClick={() => refresh.start()}
        isBusy={refresh.isPending}
        busyText="Refreshing..."
      >
        Refresh
      </Button>
      {maySnapshot && (
        <Button
          icon={<Camera />}
          onClick={() => snapshot.start()}
          isBusy={snapshot.isPending}
          busyText="Creating..."
        >
          Create Snapshot
        </Button>
      )}
    </>
  )
}
