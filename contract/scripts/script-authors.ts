import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, Pagination, paging, Time, fromDigits } from '#contract/platform/fields.ts'
import { Day } from '#contract/records/stats.ts'

import { Script } from './script-schemas.ts'
import { maintenanceStates } from './script-limits.ts'
import { WorksCounts } from './works-reports.ts'

/** `active` is the usual state. None of them hides the script. */
export const ScriptState = z.object({
  maintenance: z.enum(['active', ...maintenanceStates], 'Maintenance must be active, archived or seeking'),
  /** The id of the script that this one is based on. */
  basedOn: z.nullable(z.int('Not an id').check(z.gte(1, 'Not an id'), z.lte(2_147_483_647, 'Not an id'))),
})
export type ScriptState = z.output<typeof ScriptState>

export const scriptStatesApi = {
  change: endpoint({
    method: 'PUT',
    path: '/api/scripts/:id/state',
    summary: 'Change the state of a script',
    description:
      'By the owner or a maintainer: whether it is archived or looks for a maintainer, and what it is based on. An archived script and one that is looking for a maintainer stay public. `basedOn` is the id of another public script, or null.',
    access: 'signed-in',
    params: IdParams,
    body: ScriptState,
    reply: Script,
    errors: ['forbidden'],
  }),
}

export const historyLimits = { pageSize: 20 } as const

export const ScriptHistory = z.object({
  /** Newest first. */
  entries: z.array(
    z.object({
      id: z.int(),
      /** Such as “Version Published”. */
      action: z.string(),
      /** What an author did, as a sentence with the names of that moment. Empty for an act of a moderator. */
      text: z.string(),
      /** The acting author. Null for a moderator, and for the site itself. */
      by: z.nullable(z.string()),
      isByModerator: z.boolean(),
      /** The number of the version that the entry is about. */
      version: z.nullable(z.string()),
      /** The names of the changed fields. */
      changed: z.array(z.string()),
      at: Time,
    }),
  ),
  pagination: Pagination,
})
export type ScriptHistory = z.output<typeof ScriptHistory>

export const scriptHistoryApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/history',
    summary: 'List the changes of your script',
    description:
      'For its authors: who changed the script, its versions and its members. Acts of moderators are without their names. Reports and cases are not in it. The total counts at most 10,000 entries.',
    access: 'signed-in',
    params: IdParams,
    query: z.object(paging(historyLimits.pageSize)),
    reply: ScriptHistory,
    errors: ['forbidden'],
  }),
}

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
    errors: ['forbidden'],
  }),
}
