import type { Resource } from '#web/admin/resource/resource.ts'
import { call } from '#web/app/call.ts'

import { stylesKey } from './user-styles.data.ts'

export const styleResource: Resource = {
  noun: 'user style',
  addLabel: 'Create Style',
  permissions: { view: 'admin.styles.view', manage: 'admin.styles.manage' },
  queryKeys: [stylesKey],
  remove: (id) => call('DELETE /api/user-styles/:id', { params: { id } }),
}
