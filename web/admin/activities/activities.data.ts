import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { activityLimits } from '#contract/activities.ts'
import type { ActivityReport } from '#contract/activities.ts'
import type { ActivitySearch } from '#web/admin/admin-search.ts'
import { addressOf, call, CallFailure, callOver } from '#web/app/call.ts'
import type { Transport } from '#web/app/call.ts'

/** A page of the log; a page beyond the end is the last one, as `pagination.page` then says. */
export const activitiesQuery = (search: ActivitySearch) =>
  queryOptions({
    queryKey: ['admin', 'activities', 'list', search],
    queryFn: ({ signal }) => readPage(search, signal).catch(noteFailure),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

async function readPage(search: ActivitySearch, signal: AbortSignal) {
  const limit = activityLimits.pageSize
  const list = await call('GET /api/activities', { query: { ...search, limit }, signal })
  const { page, totalPages } = list.pagination
  if (page <= Math.max(1, totalPages)) return list
  return call('GET /api/activities', { query: { ...search, page: totalPages, limit }, signal })
}

/** The log says of itself that it could not be read; a page that was left is no failure. */
function noteFailure(error: unknown): never {
  if (error instanceof CallFailure)
    void reportActivity({
      type: 'system',
      status: 'error',
      action: 'System Error',
      description: `Activities could not be read: ${error.message}`,
    })
  throw error
}

export const recentActivitiesQuery = (limit: number) =>
  queryOptions({
    queryKey: ['admin', 'activities', 'recent', limit],
    queryFn: ({ signal }) => call('GET /api/activities/recent', { query: { limit }, signal }),
    staleTime: 0,
  })

/** The log under the current filters as the text of a table. */
export async function readExport({ type, status }: ActivitySearch): Promise<string> {
  return callOver(asText, 'GET /api/activities/export', { query: { type, status } })
}

/** A table is no JSON: it is taken as it comes. */
const asText: Transport = async ({ name, params, query, token }) => {
  const response = await fetch(addressOf(name, params, query), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  return {
    status: response.status,
    statusText: response.statusText,
    retryAfter: undefined,
    body: response.ok ? await response.text() : undefined,
  }
}

/** What only the browser sees. That it could not be noted is no reason to stop what was done. */
export async function reportActivity(
  report: Pick<ActivityReport, 'type' | 'action' | 'description'> & Partial<Pick<ActivityReport, 'status'>>,
): Promise<void> {
  await call('POST /api/activities', { body: report }).catch(() => undefined)
}
