import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { AnalyticsPeriod, DailyCounts } from '#contract/site/analytics.ts'
import { call } from '#web/app/call.ts'

export const analyticsQuery = (period: AnalyticsPeriod) =>
  queryOptions({
    queryKey: ['admin', 'analytics', period],
    queryFn: ({ signal }) => call('GET /api/analytics', { query: { period }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const countSeries = [
  { key: 'downloads', label: 'Downloads' },
  { key: 'views', label: 'Views' },
  { key: 'submissions', label: 'Submissions' },
  { key: 'registrations', label: 'Registrations' },
] as const

export function countsCsv(days: readonly DailyCounts[]): string {
  const lines = days.map((day) => [day.date, ...countSeries.map(({ key }) => day[key])].join(','))
  return `${[['Date', ...countSeries.map(({ label }) => label)].join(','), ...lines].join('\r\n')}\r\n`
}
