import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { ReadNotifications } from '#contract/site/notifications.ts'
import { call, callQuery, callWith, pagedQuery, urlOf } from '#web/app/call.ts'
import { refreshSession } from '#web/app/session-actions.ts'
import { showToast } from '#web/ui/toast.ts'
import type { CallResponse, Transport } from '#web/app/call.ts'

import type { NotificationsSearch } from './notifications-search.ts'

let last: { key: string; etag: string; response: CallResponse } | undefined

/** The latest notification about a change of the account. */
let accountChange: number | undefined

const minute = 60_000
/** The length of the list in the header. */
const recent = 10

/** Polled while the page is visible, and when it becomes visible. */
export const recentNotificationsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['notifications', userId, 'recent'],
    queryFn: async ({ signal }) => {
      const list = await callWith(poll, 'GET /api/notifications', { query: { limit: recent }, signal })
      // The user may have other rights now.
      const newest = list.notifications.find(({ kind }) => kind === 'account-changed')?.id ?? 0
      if (accountChange !== undefined && newest > accountChange) void refreshSession()
      accountChange = newest
      return list
    },
    refetchInterval: 2 * minute,
    refetchOnWindowFocus: 'always',
  })

/** Beyond the last page it is the last page, as `pagination.page` shows. */
export const notificationsQuery = (userId: number, { page = 1, unread }: NotificationsSearch) => ({
  ...pagedQuery(['notifications', userId, { page, unread }], 'GET /api/notifications', {
    query: { page, unread },
  }),
  staleTime: 0,
})

export const notificationSettingsQuery = (userId: number) =>
  callQuery(['notification-settings', userId], 'GET /api/notifications/settings')

export function useMarkRead(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ReadNotifications) => call('POST /api/notifications/read', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['notifications', userId] }),
    onError: ({ message }) => showToast({ type: 'error', title: 'Failed to mark as read', message }),
  })
}

/** Sends the ETag of its last response, which it returns again while it applies. `call` is in the first load and cannot. */
const poll: Transport = async ({ name, params, query, signal, token }) => {
  const url = urlOf(name, params, query)
  const key = `${token} ${url}`
  const known = last?.key === key ? last : undefined
  const headers = new Headers({ authorization: `Bearer ${token}` })
  if (known) headers.set('if-none-match', known.etag)
  const received = await fetch(url, { headers, ...(signal && { signal }) })
  const { status, statusText } = received
  if (known && status === 304) return known.response
  const body: unknown = await received.json().catch(() => undefined)
  const response = { status, statusText, retryAfter: undefined, body }
  const etag = received.headers.get('etag')
  last = etag === null ? undefined : { key, etag, response }
  return response
}
