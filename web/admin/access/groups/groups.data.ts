import { queryOptions } from '@tanstack/react-query'

import type { Resource } from '#web/admin/resource/resource.ts'
import { call, callPage, callQuery } from '#web/app/call.ts'

/** The key of every query below. */
export const groupsKey = ['admin', 'groups']

export const groupsQuery = callQuery([...groupsKey, 'list'], 'GET /api/groups')

export const availablePermissionsQuery = {
  ...callQuery([...groupsKey, 'permissions'], 'GET /api/groups/permissions/available'),
  staleTime: Number.POSITIVE_INFINITY,
}

export const membersQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...groupsKey, 'members', id, page],
    queryFn: ({ signal }) =>
      callPage('GET /api/groups/:id/members', { params: { id }, query: { page }, signal }),
  })

export const groupResource: Resource = {
  noun: 'group',
  addLabel: 'Create Group',
  permissions: { view: 'admin.groups.view', manage: 'admin.groups.manage' },
  queryKeys: [groupsKey],
  remove: (id) => call('DELETE /api/groups/:id', { params: { id } }),
}
