import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { fromDigits } from '#contract/platform/fields.ts'

export const statsLimits = { periodDefault: 30, periodMax: 365, rangeDaysMax: 366 } as const

export const SiteStats = z.object({
  totalScripts: z.int(),
  totalUsers: z.int(),
  totalDownloads: z.int(),
  totalPartners: z.int(),
})
export type SiteStats = z.output<typeof SiteStats>

/** `YYYY-MM-DD`, a day in UTC. */
export const Day = z.string()

export const DailyStats = z.extend(SiteStats, { date: Day })
export type DailyStats = z.output<typeof DailyStats>

/** The totals of the snapshot nearest to the requested day; both null without any snapshot. */
export const HistoricalStats = z.object({
  period: z.int(),
  date: z.nullable(Day),
  stats: z.nullable(SiteStats),
})
export type HistoricalStats = z.output<typeof HistoricalStats>

const period = fromDigits(
  z
    .number('Period must be a number of days')
    .check(
      z.int('Period must be a number of days'),
      z.gte(1, 'Period must be 1 to 365 days'),
      z.lte(statsLimits.periodMax, 'Period must be 1 to 365 days'),
    ),
)

const dayMilliseconds = 86_400_000

export const StatsRange = z
  .object({
    startDate: z.iso.date('Start date must be like 2026-01-31'),
    endDate: z.iso.date('End date must be like 2026-01-31'),
  })
  .check(
    z.refine(({ startDate, endDate }) => startDate <= endDate, {
      path: ['endDate'],
      error: 'End date must not be before the start date',
    }),
    z.refine(
      ({ startDate, endDate }) =>
        Date.parse(endDate) - Date.parse(startDate) < statsLimits.rangeDaysMax * dayMilliseconds,
      { path: ['endDate'], error: 'A range is at most 366 days' },
    ),
  )
export type StatsRange = z.output<typeof StatsRange>

export const statsApi = {
  site: endpoint({
    method: 'GET',
    path: '/api/stats',
    summary: 'Get the totals of the site',
    access: 'anyone',
    reply: SiteStats,
  }),
  historical: endpoint({
    method: 'GET',
    path: '/api/stats/historical',
    summary: 'Get earlier totals',
    description: 'The totals of the daily snapshot nearest to `period` days ago.',
    access: 'admin.dashboard.view',
    query: z.object({ period: z._default(period, statsLimits.periodDefault) }),
    reply: HistoricalStats,
  }),
  range: endpoint({
    method: 'GET',
    path: '/api/stats/range',
    summary: 'List daily totals',
    description: 'The daily snapshots from `startDate` to `endDate`, both included, oldest first.',
    access: 'admin.dashboard.view',
    query: StatsRange,
    reply: z.array(DailyStats),
  }),
  snapshot: endpoint({
    method: 'POST',
    path: '/api/stats/snapshot',
    summary: 'Create a snapshot',
    description:
      'Stores the current totals as the snapshot of today. The last snapshot of a day replaces the earlier ones.',
    access: 'admin.dashboard.manage',
    reply: DailyStats,
    status: 201,
  }),
}
