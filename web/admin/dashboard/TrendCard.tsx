import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { rangeQuery, totals } from './dashboard.data.ts'

const TrendCharts = lazyPart(() => import('./TrendCharts.tsx'), 'TrendCharts')

export function TrendCard({ period }: { period: number }) {
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
              days={days.map((day) => ({ date: day.date, values: totals.map(({ key }) => day[key]) }))}
              labels={totals.map(({ label }) => label)}
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
