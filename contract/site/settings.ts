import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { noNul, sentTime, Time, visible } from '#contract/platform/fields.ts'

export const settingsLimits = {
  siteNameMax: 60,
  taglineMax: 80,
  urlMax: 2048,
  bannerTextMax: 200,
  bannerLinkTextMax: 40,
  pageTextMax: 5_000,
} as const

/** Which new scripts and versions wait for a moderator. */
export const reviewModes = ['off', 'flagged', 'all'] as const
export type ReviewMode = (typeof reviewModes)[number]

export const bannerTones = ['info', 'success', 'warning'] as const

const oneLine = (name: string, max: number) =>
  z
    .string(`${name} must be text`)
    .check(z.trim(), z.maxLength(max, `${name} must be at most ${max} characters`), visible())

const pageText = (name: string) =>
  z.string(`${name} must be text`).check(
    z.overwrite((text) => text.replaceAll('\r\n', '\n')),
    z.trim(),
    z.maxLength(settingsLimits.pageTextMax, `${name} must be at most 5000 characters`),
    noNul,
  )

const wholeNumber = (name: string, [min, max]: [number, number]) => {
  const message = `${name} must be a whole number from ${min} to ${max}`
  return z.int(message).check(z.gte(min, message), z.lte(max, message))
}

/** Without whitespace, invisible characters and credentials before the host, which could hide the target. */
const HttpsUrl = z
  .url({ protocol: /^https$/ })
  .check(z.regex(/^https:\/\/[^\s\p{C}\\@/?#]+([/?#][^\s\p{C}\\]*)?$/iu))
const isHttpsUrl = (text: string) => HttpsUrl.safeParse(text).success
/** A path of this site; a second slash would make it another host. */
const isPath = (text: string) => /^\/(?![/\\])[^\s\p{C}\\]*$/u.test(text)

/** The settings that the back office can change. `docs/operations.md` says which variables of the environment fix a setting. */
const fields = {
  siteName: oneLine('Site name', settingsLimits.siteNameMax).check(z.minLength(1, 'Site name is required')),
  /** Names the game above the title of the home page; may be empty. */
  tagline: oneLine('Tagline', settingsLimits.taglineMax),
  chatInviteUrl: z
    .string('Invite link is required')
    .check(
      z.trim(),
      z.minLength(1, 'Invite link is required'),
      z.maxLength(settingsLimits.urlMax, 'Invite link must be at most 2048 characters'),
      z.refine(isHttpsUrl, 'Invite link must be a URL that starts with https://'),
    ),
  reviewMode: z.enum(reviewModes, 'Review mode must be off, flagged or all'),
  submissionsPerHour: wholeNumber('Submissions per hour', [1, 1000]),
  newSubmissionsPerHour: wholeNumber('Submissions per hour of new accounts', [0, 1000]),
  newReportsPerDay: wholeNumber('Reports per day of new accounts', [0, 1000]),
  /** Days for which an account counts as new; 0: no account does. */
  newAccountDays: wholeNumber('Days as a new account', [0, 365]),
  newDescriptionLinks: wholeNumber('Links in descriptions of new accounts', [0, 100]),
  /** Shown above every page; empty: no banner. */
  bannerText: oneLine('Banner text', settingsLimits.bannerTextMax),
  bannerTone: z.enum(bannerTones, 'Tone must be info, success or warning'),
  bannerLink: z.string('Banner link must be text').check(
    z.trim(),
    z.maxLength(settingsLimits.urlMax, 'Banner link must be at most 2048 characters'),
    z.refine(
      (text) => text === '' || isHttpsUrl(text) || isPath(text),
      'Banner link must be a path such as /rules or a URL that starts with https://',
    ),
  ),
  bannerLinkText: oneLine('Link text', settingsLimits.bannerLinkTextMax),
  bannerUntil: z.nullable(sentTime('Banner end must be a time')),
  /** Markdown as in descriptions; empty: the placeholder. */
  aboutText: pageText('About text'),
  supportText: pageText('Support text'),
}

export const Settings = z.object(fields)
export type Settings = z.output<typeof Settings>
export type SettingName = keyof Settings

export const defaultSettings: Settings = {
  siteName: 'Scripthaven',
  tagline: '',
  chatInviteUrl: 'https://discord.com',
  reviewMode: 'off',
  submissionsPerHour: 30,
  newSubmissionsPerHour: 5,
  newReportsPerDay: 10,
  newAccountDays: 7,
  newDescriptionLinks: 2,
  bannerText: '',
  bannerTone: 'info',
  bannerLink: '',
  bannerLinkText: '',
  bannerUntil: null,
  aboutText: '',
  supportText: '',
}

/** The settings that the environment can fix, with their variables. */
export const settingVariables = {
  siteName: 'SITE_NAME',
  tagline: 'SITE_TAGLINE',
  chatInviteUrl: 'CHAT_INVITE_URL',
  reviewMode: 'SCRIPT_REVIEW',
} as const satisfies Partial<Record<SettingName, string>>
export type PinnedSetting = keyof typeof settingVariables

export function pinnedReason(name: PinnedSetting): string {
  return `Set by the operator (${settingVariables[name]})`
}

/**
 * Fields that are not sent stay unchanged. `expected` contains the values that the form was loaded with: if another
 * user has changed one of these fields since, the response is 409 and names it.
 */
export const SettingsChange = z.object({
  ...z.partial(Settings).shape,
  expected: z.optional(
    z.partial(
      z.object({
        ...fields,
        siteName: z.string(),
        tagline: z.string(),
        chatInviteUrl: z.string(),
        bannerText: z.string(),
        bannerLink: z.string(),
        bannerLinkText: z.string(),
        bannerUntil: z.nullable(z.string()),
        aboutText: z.string(),
        supportText: z.string(),
      }),
    ),
  ),
})
export type SettingsChange = z.output<typeof SettingsChange>

export const SettingsReply = z.object({
  settings: z.object({ ...fields, bannerUntil: z.nullable(Time) }),
  /** The settings that the environment fixes. */
  pinned: z.array(z.enum(['siteName', 'tagline', 'chatInviteUrl', 'reviewMode'])),
  /** The last change; null before the first. */
  updatedAt: z.nullable(Time),
  updatedBy: z.nullable(z.string()),
})
export type SettingsReply = z.output<typeof SettingsReply>

export const settingsApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/settings',
    summary: 'Read the settings of the site',
    access: 'admin.settings',
    reply: SettingsReply,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/settings',
    summary: 'Change the settings of the site',
    description:
      'Only the fields that are sent change. A setting that the environment fixes is rejected. With `expected` the server rejects the change if a field has changed since then (409). Every page shows the change in the next response.',
    access: 'admin.settings',
    body: SettingsChange,
    reply: SettingsReply,
    errors: ['conflict'],
  }),
}
