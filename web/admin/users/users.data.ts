import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { UserSearch } from '#web/admin/admin-search.ts'
import { call } from '#web/app/call.ts'
import type { CallReply } from '#web/app/call.ts'

export const userListKey = ['admin', 'users', 'list']

/** A page of the list; a page beyond the end is the last one, as `pagination.page` then says. */
export const userListQuery = ({ q, role, status, sort, order, page: wanted }: UserSearch) => {
  const search = { q, role, status, sort, order, page: wanted }
  return queryOptions({
    queryKey: [...userListKey, search],
    queryFn: async ({ signal }) => {
      const list = await call('GET /api/users/admin/users', { query: search, signal })
      const { page, totalPages } = list.pagination
      if (page <= Math.max(1, totalPages)) return readNow(list)
      return readNow(
        await call('GET /api/users/admin/users', { query: { ...search, page: totalPages }, signal }),
      )
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** What is shown of how long ago something was is held against this. */
const readNow = <Reply extends object>(reply: Reply) => ({ ...reply, readAt: Date.now() })

export type UserDetails = CallReply<'GET /api/users/admin/users/:id'>

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => call('GET /api/users/admin/users/:id', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const banQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'users', 'ban', id],
    queryFn: ({ signal }) => call('GET /api/users/admin/users/:id/ban', { params: { id }, signal }),
    staleTime: 0,
  })

export const permissionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'users', 'permissions', id],
    queryFn: ({ signal }) => call('GET /api/users/admin/users/:id/permissions', { params: { id }, signal }),
    staleTime: 0,
  })

/** The ten people whose name or address holds a text, for the fields that pick somebody. */
export const userMatchesQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'users', 'matches', q],
    queryFn: async ({ signal }) =>
      (
        await call('GET /api/users/admin/users', {
          query: { q, limit: 10, sort: 'username', order: 'asc' },
          signal,
        })
      ).users,
    placeholderData: keepPreviousData,
  })
