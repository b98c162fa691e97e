import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { fromDigits } from '#contract/platform/fields.ts'
import { Day } from '#contract/records/stats.ts'

export const analyticsPeriods = [7, 30, 90, 365] as const
export type AnalyticsPeriod = (typeof analyticsPeriods)[number]

const periodText = 'Period must be 7, 30, 90 or 365'

export const DailyCounts = z.object({
  date: Day,
  downloads: z.int(),
  views: z.int(),
  submissions: z.int(),
  registrations: z.int(),
})
export type DailyCounts = z.output<typeof DailyCounts>

export const Analytics = z.object({
  /** The finished days of the period that are counted, oldest first. */
  days: z.array(DailyCounts),
  /** The most downloaded first. */
  scripts: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      author: z.string(),
      downloads: z.int(),
      isPublic: z.boolean(),
    }),
  ),
  authors: z.array(z.object({ username: z.string(), downloads: z.int() })),
  /** Searches without a result, the most frequent first. */
  emptySearches: z.array(z.object({ query: z.string(), count: z.int() })),
  reviews: z.object({
    /** Those that wait now. */
    waiting: z.int(),
    /** Hours for which the oldest of them has waited. */
    oldestHours: z.nullable(z.number()),
    /** Those that were decided in the period. */
    decided: z.int(),
    medianHours: z.nullable(z.number()),
    slowestHours: z.nullable(z.number()),
  }),
})
export type Analytics = z.output<typeof Analytics>

export const analyticsApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/analytics',
    summary: 'Read the figures of a period',
    description:
      'The days that have ended, in UTC, counted once a day. The waiting times of reviews are those of now.',
    access: 'admin.analytics.view',
    query: z.object({
      period: z._default(
        fromDigits(
          z
            .number(periodText)
            .check(z.refine((days) => analyticsPeriods.some((known) => known === days), periodText)),
        ),
        30,
      ),
    }),
    reply: Analytics,
  }),
}
