import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { activityLimits, type historyTargets, type ActivityReport } from '#contract/records/activities.ts'
import type { ActivitySearch } from '#web/admin/admin-search.ts'
import { ApiError, call, callPage, callQuery, callWith, urlOf, type Transport } from '#web/app/call.ts'

export const activitiesQuery = (search: ActivitySearch) =>
  queryOptions({
    queryKey: ['admin', 'activities', 'list', search],
    queryFn: ({ signal }) =>
      callPage('GET /api/activities', {
        query: { ...withUsage(search), limit: activityLimits.pageSize },
        signal,
      }).catch(reportFailure),
    placeholderData: keepPreviousData,
  })

/** Views, downloads and sign-ins are hidden by default. */
const withUsage = (search: ActivitySearch) => ({ ...search, usage: search.usage ?? ('hidden' as const) })

/** The changes of one object, for readers who may not see the log. */
export const historyQuery = (type: HistoryTarget, id: number, page: number) => ({
  ...callQuery(['admin', 'activities', 'history', type, id, page], 'GET /api/activities/history', {
    query: { target_type: type, target_id: id, page, limit: activityLimits.pageSize },
  }),
  placeholderData: keepPreviousData,
})

export type HistoryTarget = (typeof historyTargets)[number]

/** Reports an API error to the log; an aborted request is not an ApiError. */
function reportFailure(error: unknown): never {
  if (error instanceof ApiError)
    void reportActivity({
      type: 'system',
      status: 'error',
      action: 'System Error',
      description: `Activities could not be read: ${error.message}`,
    })
  throw error
}

export const recentActivitiesQuery = (limit: number) =>
  callQuery(['admin', 'activities', 'recent', limit], 'GET /api/activities/recent', {
    query: { limit, usage: 'hidden' },
  })

export async function fetchExport(search: ActivitySearch): Promise<string> {
  return callWith(asText, 'GET /api/activities/export', { query: withUsage(search) })
}

/** For a response that is not JSON. */
const asText: Transport = async ({ name, params, query, token }) => {
  const response = await fetch(urlOf(name, params, query), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  return {
    status: response.status,
    statusText: response.statusText,
    retryAfter: undefined,
    body: response.ok ? await response.text() : undefined,
  }
}

/** Adds an entry to the log; an error is ignored, because the reported action must go on. */
export async function reportActivity(
  report: Pick<ActivityReport, 'type' | 'action' | 'description'> & Partial<Pick<ActivityReport, 'status'>>,
): Promise<void> {
  await call('POST /api/activities', { body: report }).catch(() => undefined)
}
