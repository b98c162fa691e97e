import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Resource } from '#web/admin/resource/resource.ts'
import { call } from '#web/app/call.ts'

/** The key of every query below. */
export const stylesKey = ['admin', 'user-styles']

export const stylesQuery = queryOptions({
  queryKey: [...stylesKey, 'list'],
  queryFn: async ({ signal }) => (await call('GET /api/user-styles', { signal })).data,
})

/** Styles with their assignments; `q` limits the assignments to users whose name contains it. */
export const assignedStylesQuery = (q: string | undefined) =>
  queryOptions({
    queryKey: [...stylesKey, 'assigned', q ?? ''],
    queryFn: async ({ signal }) =>
      (await call('GET /api/user-styles/with-assignments', { query: { q }, signal })).data,
    placeholderData: keepPreviousData,
  })

export const styleResource: Resource = {
  noun: 'user style',
  addLabel: 'Create Style',
  permissions: { view: 'admin.styles.view', manage: 'admin.styles.manage' },
  queryKeys: [stylesKey],
  remove: (id) => call('DELETE /api/user-styles/:id', { params: { id } }),
}
