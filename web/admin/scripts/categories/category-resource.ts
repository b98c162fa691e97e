import type { Resource } from '#web/admin/resource/resource.ts'
import { call } from '#web/app/call.ts'
import { categoriesQuery } from '#web/scripts/categories/use-categories.ts'

export const categoryResource: Resource = {
  noun: 'category',
  addLabel: 'Add Category',
  permissions: { view: 'admin.categories.view', manage: 'admin.categories.manage' },
  queryKeys: [categoriesQuery.queryKey],
  remove: (id) => call('DELETE /api/categories/:id', { params: { id } }),
}
