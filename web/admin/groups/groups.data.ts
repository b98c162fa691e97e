import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const groupsQuery = queryOptions({
  queryKey: ['admin', 'groups', 'list'],
  queryFn: ({ signal }) => call('GET /api/groups', { signal }),
  staleTime: 0,
})

export const availablePermissionsQuery = queryOptions({
  queryKey: ['admin', 'groups', 'permissions'],
  queryFn: ({ signal }) => call('GET /api/groups/permissions/available', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const membersQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['admin', 'groups', 'members', id, page],
    queryFn: ({ signal }) => call('GET /api/groups/:id/members', { params: { id }, query: { page }, signal }),
    staleTime: 0,
  })
