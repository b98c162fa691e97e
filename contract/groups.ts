import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const Group = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  color: z.string(),
  priority: z.int(),
  style_id: z.nullable(z.int()),
  is_default: z.boolean(),
  member_count: z.int(),
  group_permissions: z.array(z.object({ permission_key: z.string() })),
})
export type Group = z.output<typeof Group>

export const groupsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/groups',
    summary: 'All groups with their permissions, most authoritative first.',
    access: 'admin.groups.view',
    reply: z.array(Group),
  }),
}
