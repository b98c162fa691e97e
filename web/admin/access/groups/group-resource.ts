import type { Resource } from '#web/admin/resource/resource.ts'
import { call } from '#web/app/call.ts'

import { groupsKey } from './groups.data.ts'

export const groupResource: Resource = {
  noun: 'group',
  addLabel: 'Create Group',
  permissions: { view: 'admin.groups.view', manage: 'admin.groups.manage' },
  queryKeys: [groupsKey],
  remove: (id) => call('DELETE /api/groups/:id', { params: { id } }),
}
