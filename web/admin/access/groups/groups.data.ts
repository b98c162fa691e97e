import { queryOptions } from '@tanstack/react-query'

import type { Resource } from '#web/admin/resource/resource.ts'
import { call } from '#web/app/call.ts'
import { pageBeyondEnd } from '#web/app/page-beyond-end.ts'

/** The key of every query below. */
export const groupsKey = ['admin', 'groups']

export const groupsQuery = queryOptions({
  queryKey: [...groupsKey, 'list'],
  queryFn: ({ signal }) => call('GET /api/groups', { signal }),
  staleTime: 0,
})

export const availablePermissionsQuery = queryOptions({
  queryKey: [...groupsKey, 'permissions'],
  queryFn: ({ signal }) => call('GET /api/groups/permissions/available', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const membersQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: [...groupsKey, 'members', id, page],
    queryFn: async ({ signal }) => {
      const readPage = (number: number) =>
        call('GET /api/groups/:id/members', { params: { id }, query: { page: number }, signal })
      const list = await readPage(page)
      const lastPage = pageBeyondEnd(list.pagination)
      return lastPage === undefined ? list : readPage(lastPage)
    },
    staleTime: 0,
  })

export const groupResource: Resource = {
  noun: 'group',
  addLabel: 'Create Group',
  permissions: { view: 'admin.groups.view', manage: 'admin.groups.manage' },
  queryKeys: [groupsKey],
  remove: (id) => call('DELETE /api/groups/:id', { params: { id } }),
}
