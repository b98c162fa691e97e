import { z } from 'zod/mini'

import { GroupTag, NameCss } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { noNul, paging } from './fields.ts'
import { ScriptPage } from './scripts.ts'

export const profilePageSize = 3

/** Never email, phone, addresses or notes. */
export const PublicProfile = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  joinDate: z.string(),
  scriptsUploaded: z.int(),
  totalDownloads: z.int(),
  reputation: z.int(),
  css: NameCss,
  group: z.nullable(GroupTag),
  scripts: ScriptPage,
})
export type PublicProfile = z.output<typeof PublicProfile>

export const profilesApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/profile/:username',
    summary: 'A public profile with a page of its scripts.',
    access: 'anyone',
    params: z.object({ username: z.string().check(z.minLength(1), z.maxLength(100), noNul) }),
    query: z.object(paging(profilePageSize)),
    reply: PublicProfile,
    limit: 'read',
  }),
}
