import { z } from 'zod/mini'

import { GroupTag, NameCss } from '#contract/access/users.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Description } from '#contract/platform/description.ts'
import { isWebUrl, noNul, paging, Time, visible } from '#contract/platform/fields.ts'
import { scriptLimits, scriptSorts } from './script-limits.ts'
import { ScriptPage } from './scripts.ts'

export const profilePageSize = 12
export const profileLimits = { textMax: 2000, linksMax: 5, labelMax: 40 } as const

/** The scripts that a user owns, and those of others on which the user works as a co-author or in a team. */
export const authorLists = ['owned', 'co-authored'] as const
export type AuthorList = (typeof authorLists)[number]

export const ProfileLink = z.object({
  label: z
    .string('Label is required')
    .check(
      z.trim(),
      z.minLength(1, 'Label is required'),
      z.maxLength(profileLimits.labelMax, 'Label must be at most 40 characters'),
      noNul,
      visible(),
    ),
  url: z
    .string('Link is required')
    .check(
      z.trim(),
      z.maxLength(scriptLimits.linkMax, 'Link must be at most 500 characters'),
      z.refine<string>(isWebUrl, 'Link must start with http:// or https://'),
    ),
})

/** Markdown, as in a description, and links. Both can be empty. */
export const ProfileText = z.object({
  text: z
    .string('Text is required')
    .check(z.trim(), z.maxLength(profileLimits.textMax, 'Text must be at most 2000 characters'), noNul),
  links: z.array(ProfileLink).check(z.maxLength(profileLimits.linksMax, 'At most 5 links')),
})
export type ProfileText = z.output<typeof ProfileText>

/** On a profile. */
export const PublicLink = z.object({ label: z.string(), url: z.string() })

/** `removal`: the reason of the moderator who hid it from others. */
export const OwnProfileText = z.object({
  text: z.string(),
  links: z.array(PublicLink),
  removal: z.nullable(z.string()),
})
export type OwnProfileText = z.output<typeof OwnProfileText>

/** Without email, phone number, IP addresses and notes. */
export const PublicProfile = z.object({
  id: z.int(),
  username: z.string(),
  /** A team has a page of its own. */
  isTeam: z.boolean(),
  avatar: z.nullable(z.string()),
  joinDate: Time,
  scriptsUploaded: z.int(),
  totalDownloads: z.int(),
  reputation: z.int(),
  css: NameCss,
  group: z.nullable(GroupTag),
  formattedText: Description,
  links: z.array(PublicLink),
  /** Published scripts of others and of teams on which the user works. */
  coAuthored: z.int(),
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
    description:
      'With a page of the scripts that the user owns, by default the newest first. `list=co-authored` gives those of others and of teams on which the user works.',
    access: 'anyone',
    params,
    query: z.object({
      list: z.optional(z.enum(authorLists, 'List must be owned or co-authored')),
      sort: z.optional(
        z.enum(scriptSorts, 'Sort must be newest, popular, downloads, views, trending or updated'),
      ),
      ...paging(profilePageSize),
    }),
    reply: PublicProfile,
  }),
  ownText: endpoint({
    method: 'GET',
    path: '/api/account/profile-text',
    summary: 'Get the text and the links of your profile',
    access: 'signed-in',
    reply: OwnProfileText,
  }),
  changeText: endpoint({
    method: 'PUT',
    path: '/api/account/profile-text',
    summary: 'Change the text and the links of your profile',
    description: 'Empty ones are removed. A text that a moderator hid cannot be changed.',
    access: 'signed-in',
    body: ProfileText,
    reply: OwnProfileText,
    errors: ['conflict'],
  }),
  card: endpoint({
    method: 'GET',
    path: '/api/users/profile/:username/card',
    summary: 'Get the author card of a user',
    description: 'A public profile without its scripts and totals, for the page of a script.',
    access: 'anyone',
    params,
    reply: UserCard,
  }),
}
