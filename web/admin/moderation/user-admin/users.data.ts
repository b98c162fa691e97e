import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { userAdminLimits, type AdminUser } from '#contract/moderation/user-admin.ts'
import type { ReasonKind } from '#contract/moderation/user-notes.ts'
import type { BulkActSearch, UserSearch } from '#web/admin/admin-search.ts'
import { call, callPage, callQuery, type CallReply } from '#web/app/call.ts'

/** The key of every query below. */
export const usersKey = ['admin', 'users']
export const userListKey = [...usersKey, 'list']

export const userListQuery = (parameters: UserSearch) => {
  const search = withoutDialog(parameters)
  return queryOptions({
    queryKey: [...userListKey, search],
    // Relative times are computed from `readAt`, so that rendering a list again does not change them.
    queryFn: async ({ signal }) => ({
      ...(await callPage('GET /api/users/admin/users', { query: search, signal })),
      readAt: Date.now(),
    }),
    placeholderData: keepPreviousData,
  })
}

const withoutDialog = (search: UserSearch) => ({ ...search, user: undefined, tab: undefined })

/** All matches of a search, or as many as the server counts. */
export async function readMatchingUsers(search: UserSearch): Promise<AdminUser[]> {
  const users: AdminUser[] = []
  for (let page = 1, pages = 1; page <= pages && users.length < userAdminLimits.matchesMax; page++) {
    const list = await call('GET /api/users/admin/users', {
      query: { ...withoutDialog(search), page, limit: 100 },
    })
    users.push(...list.users)
    pages = list.pagination.totalPages
  }
  return users
}

export type UserDetails = CallReply<'GET /api/users/admin/users/:id'>

export const userQuery = (id: number) => ({
  ...callQuery([...usersKey, 'one', id], 'GET /api/users/admin/users/:id', { params: { id } }),
  gcTime: 0,
})

export const banQuery = (id: number) =>
  callQuery([...usersKey, 'ban', id], 'GET /api/users/admin/users/:id/ban', { params: { id } })

export const notesQuery = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'notes', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/users/admin/users/:id/notes', { params: { id }, signal })).notes,
  })

export const sameIpQuery = (id: number) =>
  queryOptions({
    queryKey: [...usersKey, 'same-ip', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/users/admin/users/:id/same-ip', { params: { id }, signal })).users,
  })

export const savedReasonsQuery = (kind: ReasonKind) =>
  queryOptions({
    queryKey: ['admin', 'saved-reasons', kind],
    queryFn: async ({ signal }) =>
      (await call('GET /api/saved-reasons', { query: { kind }, signal })).reasons,
  })

export const permissionsQuery = (id: number) =>
  callQuery([...usersKey, 'permissions', id], 'GET /api/users/admin/users/:id/permissions', {
    params: { id },
  })

export const userMatchesQuery = (q: string) =>
  queryOptions({
    queryKey: [...usersKey, 'matches', q],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/users/admin/users', {
          query: { q, limit: 10, sort: 'username', order: 'asc' },
          signal,
        })
      ).users,
    placeholderData: keepPreviousData,
  })

/** The bulk acts of the last 7 days. */
export const bulkActsQuery = ({ act, page = 1 }: BulkActSearch) => ({
  ...callQuery([...usersKey, 'bulk-acts', { act, page }], 'GET /api/users/admin/bulk-acts', {
    query: { page, ...(act !== undefined && { id: act }) },
  }),
  placeholderData: keepPreviousData,
})

/** The acts of a moderator since a time. */
export const moderatorActsQuery = (id: number, since: string) => ({
  ...callQuery([...usersKey, 'acts', id, since], 'GET /api/users/admin/users/:id/acts', {
    params: { id },
    query: { since },
  }),
  retry: false,
  gcTime: 0,
})
