import { queryOptions } from '@tanstack/react-query'

import type { Resource } from '#web/admin/resource/resource.ts'
import { call } from '#web/app/call.ts'

/** Without the placeholders of the public page. */
export const partnersQuery = queryOptions({
  queryKey: ['admin', 'partners'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/partners', { signal })).filter(({ isPlaceholder }) => !isPlaceholder),
})

export const partnerResource: Resource = {
  noun: 'partner',
  addLabel: 'Add Partner',
  permissions: { view: 'admin.partners.view', manage: 'admin.partners.manage' },
  // The second key is the list of the homepage.
  queryKeys: [partnersQuery.queryKey, ['partners']],
  remove: (id) => call('DELETE /api/partners/:id', { params: { id } }),
  saveErrorTexts: { network: 'Failed to save partner', unexpected: 'Failed to save partner' },
}
