import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { fromDigits, IdParams } from '#contract/platform/fields.ts'
import { Day } from '#contract/records/stats.ts'
import { WorksCounts } from './works-reports.ts'

export const statisticsPeriods = [7, 30, 90, 365] as const

/** `site`: the download button. `recipe`: a link for txAdmin or a shell. `token`: a program with an access token. */
export const downloadSources = ['site', 'recipe', 'token'] as const
export type DownloadSource = (typeof downloadSources)[number]

const periodText = 'Days must be 7, 30, 90 or 365'

export const ScriptStatistics = z.object({
  /** Every day of the period, oldest first. The last one is today, in UTC. */
  days: z.array(
    z.object({
      date: Day,
      downloads: z.int(),
      views: z.int(),
      /** Likes and followers that were added, less those that were taken back. */
      likes: z.int(),
      followers: z.int(),
      reports: z.int(),
      /** Different servers that asked for updates. */
      servers: z.int(),
    }),
  ),
  /** Downloads of the period, newest day first. Downloads before these figures were counted are in the totals only. */
  downloads: z.array(
    z.object({
      date: Day,
      /** Null for a version that is not known. */
      version: z.nullable(z.string()),
      source: z.enum(downloadSources),
      downloads: z.int(),
    }),
  ),
  /** Since the script exists. */
  totals: z.object({ downloads: z.int(), views: z.int(), likes: z.int(), followers: z.int() }),
  /** Reports on all versions are counted. */
  works: WorksCounts,
})
export type ScriptStatistics = z.output<typeof ScriptStatistics>

export const scriptStatisticsApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/statistics',
    summary: 'Get the statistics of your script',
    description:
      'For its authors, by day in UTC. A download is one that counts for the script: once per user and hour, after its link was fetched.',
    access: 'signed-in',
    params: IdParams,
    query: z.object({
      days: z._default(
        fromDigits(
          z
            .number(periodText)
            .check(z.refine((days: number) => statisticsPeriods.some((known) => known === days), periodText)),
        ),
        30,
      ),
    }),
    reply: ScriptStatistics,
    limit: 'read',
    errors: ['forbidden'],
  }),
}
