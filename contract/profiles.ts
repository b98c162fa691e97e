import { z } from 'zod/mini'

import { GroupTag, NameCss } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { noNul, paging, Time } from './fields.ts'
import { scriptSorts } from './script-limits.ts'
import { ScriptPage } from './scripts.ts'

export const profilePageSize = 12

/** Without email, phone number, IP addresses and notes. */
export const PublicProfile = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.nullable(z.string()),
  joinDate: Time,
  scriptsUploaded: z.int(),
  totalDownloads: z.int(),
  reputation: z.int(),
  css: NameCss,
  group: z.nullable(GroupTag),
  scripts: ScriptPage,
})
export type PublicProfile = z.output<typeof PublicProfile>

/** The part of a profile that the page of a script shows about its author. */
export const UserCard = z.pick(PublicProfile, {
  id: true,
  username: true,
  avatar: true,
  joinDate: true,
  scriptsUploaded: true,
  css: true,
  group: true,
})
export type UserCard = z.output<typeof UserCard>

const params = z.object({ username: z.string().check(z.minLength(1), z.maxLength(100), noNul) })

export const profilesApi = {
  get: endpoint({
    method: 'GET',
    path: '/api/users/profile/:username',
    summary: 'Get a public profile',
    description: 'With a page of the scripts of the user, by default the newest first.',
    access: 'anyone',
    params,
    query: z.object({
      sort: z.optional(
        z.enum(scriptSorts, 'Sort must be newest, popular, downloads, views, trending or updated'),
      ),
      ...paging(profilePageSize),
    }),
    reply: PublicProfile,
    limit: 'read',
  }),
  card: endpoint({
    method: 'GET',
    path: '/api/users/profile/:username/card',
    summary: 'Get the author card of a user',
    description: 'A public profile without its scripts and totals, for the page of a script.',
    access: 'anyone',
    params,
    reply: UserCard,
    limit: 'read',
  }),
}
