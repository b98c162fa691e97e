import { z } from 'zod/mini'

import type { notificationKinds } from './notifications.ts'

/** Users choose the channels of each topic. */
export const notificationTopics = ['followed', 'security', 'scripts', 'cases', 'account'] as const
export type NotificationTopic = (typeof notificationTopics)[number]

export const topicOfKind: Record<(typeof notificationKinds)[number], NotificationTopic> = {
  'version-published': 'followed',
  'version-recalled': 'security',
  'finding-raised': 'security',
  'version-waiting': 'scripts',
  'version-decided': 'scripts',
  'version-withdrawn': 'scripts',
  'works-reported': 'scripts',
  'works-answered': 'followed',
  'collection-changed': 'followed',
  'script-removed': 'scripts',
  'script-restored': 'scripts',
  'scripts-removed': 'scripts',
  'scripts-restored': 'scripts',
  'script-changed': 'scripts',
  'script-deleted': 'scripts',
  'invitation-received': 'scripts',
  'invitation-declined': 'scripts',
  'members-changed': 'scripts',
  'case-opened': 'cases',
  'case-message': 'cases',
  'case-decided': 'cases',
  'takedown-decided': 'cases',
  'text-hidden': 'account',
  'text-restored': 'account',
  'account-changed': 'account',
  'account-sanctioned': 'account',
}

export const emailChannels = ['at-once', 'digest', 'off'] as const
export const digestIntervals = ['daily', 'weekly'] as const

export const Channels = z.object({
  bell: z.boolean('Bell must be true or false'),
  email: z.enum(emailChannels, 'Email must be at-once, digest or off'),
})
export type Channels = z.output<typeof Channels>

const atOnce: Channels = { bell: true, email: 'at-once' }
export const defaultChannels: Record<NotificationTopic, Channels> = {
  followed: { bell: true, email: 'digest' },
  security: atOnce,
  scripts: atOnce,
  cases: atOnce,
  account: atOnce,
}

/** The server asks the database whether it exists. Not an offset such as +02:00, which PostgreSQL reads with the opposite sign. */
const zoneName = /^[A-Za-z][\w+/-]*$/

export const NotificationSettings = z.object({
  topics: z.object({
    followed: Channels,
    security: Channels,
    scripts: Channels,
    cases: Channels,
    account: Channels,
  }),
  digest: z.enum(digestIntervals, 'Digest must be daily or weekly'),
  /** A name of the IANA database, such as Europe/Berlin. */
  timeZone: z
    .string('Time zone is required')
    .check(
      z.maxLength(60, 'This time zone does not exist'),
      z.regex(zoneName, 'This time zone does not exist'),
    ),
})
export type NotificationSettings = z.output<typeof NotificationSettings>
