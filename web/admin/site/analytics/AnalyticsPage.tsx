import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn, Download } from 'lucide-react'
import { Suspense } from 'react'

import type { Analytics, AnalyticsPeriod, DailyCounts } from '#contract/site/analytics.ts'
import { parseAnalyticsSearch } from '#web/admin/admin-search.ts'
import { AdminPage } from '#web/admin/layout/AdminPage.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { usePendingSearch } from '#web/app/use-pending-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { saveText } from '#web/ui/save-text.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { fullNumber } from '#web/app/short-number.ts'
import { callQuery } from '#web/app/call.ts'

import styles from './Analytics.module.css'
import { EmptySearches, TopAuthors, TopScripts } from './RankCards.tsx'

const countSeries = [
  { key: 'downloads', label: 'Downloads' },
  { key: 'views', label: 'Views' },
  { key: 'submissions', label: 'Submissions' },
  { key: 'registrations', label: 'Registrations' },
] as const

const TrendCharts = lazyPart(() => import('#web/admin/dashboard/TrendCharts.tsx'), 'TrendCharts')

// Repeated here: the list of the contract would load its schemas.
const periods: readonly AnalyticsPeriod[] = [7, 30, 90, 365]

export function AnalyticsPage() {
  const navigate = useNavigate()
  const { pendingSearch, search } = usePendingSearch(
    useSearch({ from: '/admin/analytics' }),
    parseAnalyticsSearch,
  )
  const { period = 30 } = search
  const maySee = hasPermission(useSession(), 'admin.analytics.view')
  const query = useQuery({
    ...analyticsQuery(period),
    enabled: maySee,
  })
  const { data, error, isPlaceholderData } = query
  return (
    <AdminPage
      title="Analytics"
      needs="admin.analytics.view"
      text="Finished days only, in UTC."
      actions={
        <>
          <SegmentedControl
            label="Period"
            options={periods.map((value) => ({ value, label: `${value} days` }))}
            value={pendingSearch.period ?? 30}
            onChange={(value) =>
              void navigate({
                to: '/admin/analytics',
                search: value === 30 ? {} : { period: value },
                resetScroll: false,
              })
            }
          />
          <Button
            icon={<Download />}
            disabled={!data || data.days.length === 0 || isPlaceholderData}
            onClick={() =>
              data &&
              saveText(countsCsv(data.days), { name: `analytics-${period}-days.csv`, type: 'text/csv' })
            }
          >
            Export CSV
          </Button>
        </>
      }
    >
      {data ? (
        <div className="stack gap-4 fades" data-stale={isPlaceholderData || undefined}>
          <DailyCard days={data.days} period={period} />
          <ReviewTimes reviews={data.reviews} />
          <div className={`${styles.columns} grid gap-4 top`}>
            <TopScripts scripts={data.scripts} />
            <TopAuthors authors={data.authors} />
            <EmptySearches searches={data.emptySearches} />
          </div>
        </div>
      ) : error ? (
        <FailedState title="The figures could not be loaded" text={error.message} query={query} />
      ) : (
        <>
          <Skeleton shape="block" height={320} />
          <Skeleton shape="block" height={140} />
          <Skeleton shape="block" height={320} />
        </>
      )}
    </AdminPage>
  )
}

function DailyCard({ days, period }: Pick<Analytics, 'days'> & { period: AnalyticsPeriod }) {
  return (
    <Card as="section" padding="md" aria-labelledby="daily-title">
      <div className="flex wrap baseline between gap-1-4 mb-4">
        <h2 className="text-h3" id="daily-title">
          Last {period} days
        </h2>
        <span className="faint text-sm">
          {days.length < period && days.length > 0 && `${days.length} of them counted so far`}
        </span>
      </div>
      {days.length < 2 ? (
        <EmptyState
          icon={<ChartColumn />}
          title="No finished days yet"
          text="We count each day soon after it ends. A chart needs at least two days."
        />
      ) : (
        <Suspense fallback={<Skeleton shape="block" height={250} />}>
          <TrendCharts
            days={days.map((day) => ({ date: day.date, values: countSeries.map(({ key }) => day[key]) }))}
            labels={countSeries.map(({ label }) => label)}
            caption="Counts by day"
            isSum
          />
        </Suspense>
      )}
    </Card>
  )
}

function ReviewTimes({ reviews }: Pick<Analytics, 'reviews'>) {
  const { waiting, oldestHours, decided, medianHours, slowestHours } = reviews
  return (
    <Card as="section" padding="md" aria-labelledby="reviews-title">
      <div className="flex wrap baseline between gap-1-4 mb-4">
        <h2 className="text-h3" id="reviews-title">
          Reviews
        </h2>
        <span className="faint text-sm">From the submission to the decision</span>
      </div>
      <dl className={`grid ${styles.figures}`}>
        <Figure label="Waiting now" value={fullNumber(waiting)} />
        <Figure label="Longest wait" value={hoursText(oldestHours)} />
        <Figure label="Decided in the period" value={fullNumber(decided)} />
        <Figure label="Median time to a decision" value={hoursText(medianHours)} />
        <Figure label="Slowest" value={hoursText(slowestHours)} />
      </dl>
    </Card>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="muted text-sm">{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** "30 min", "3.5 h" or "2 days". */
export function hoursText(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1 / 60) return '< 1 min'
  const minutes = Math.round(hours * 60)
  if (minutes < 60) return `${minutes} min`
  if (hours < 48) return `${Math.round(hours * 10) / 10} h`
  return `${Math.round((hours / 24) * 10) / 10} days`
}

const analyticsQuery = (period: AnalyticsPeriod) => ({
  ...callQuery(['admin', 'analytics', period], 'GET /api/analytics', { query: { period } }),
  placeholderData: keepPreviousData,
})

function countsCsv(days: readonly DailyCounts[]): string {
  const lines = days.map((day) => [day.date, ...countSeries.map(({ key }) => day[key])].join(','))
  return `${[['Date', ...countSeries.map(({ label }) => label)].join(','), ...lines].join('\r\n')}\r\n`
}
