import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, Pagination, paging, Time } from '#contract/platform/fields.ts'

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
    limit: 'read',
    errors: ['forbidden'],
  }),
}
