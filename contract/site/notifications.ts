import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Pagination, paging, Success, Time } from '#contract/platform/fields.ts'
import { notificationTopics, NotificationSettings } from './notification-settings.ts'

export const notificationLimits = {
  pageSize: 20,
  /** The length of the list in the header. */
  recent: 10,
  /** Ids in one request. */
  idsMax: 100,
} as const

export const notificationKinds = [
  'version-recalled',
  'version-published',
  'version-waiting',
  'version-decided',
  'version-withdrawn',
  'finding-raised',
  'works-reported',
  'works-answered',
  'collection-changed',
  'text-hidden',
  'text-restored',
  'script-removed',
  'script-restored',
  'scripts-removed',
  'scripts-restored',
  'script-changed',
  'script-deleted',
  'invitation-received',
  'invitation-declined',
  'members-changed',
  'account-changed',
  'account-sanctioned',
  'case-opened',
  'case-message',
  'case-decided',
  'takedown-decided',
] as const

/** One user's copy of an event. */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  /** Plain text. */
  text: z.string(),
  /** The page of this site that the text is about. */
  path: z.string(),
  at: Time,
  isRead: z.boolean(),
})
export type Notification = z.output<typeof Notification>

export const NotificationPage = z.object({
  notifications: z.array(Notification),
  unread: z.int(),
  pagination: Pagination,
})
export type NotificationPage = z.output<typeof NotificationPage>

export const NotificationQuery = z.object({
  ...paging(notificationLimits.pageSize),
  unread: z.optional(z.literal('true', 'Unread must be true')),
})
export type NotificationQuery = z.output<typeof NotificationQuery>

/** Ids of other users' notifications and unknown ids are ignored. */
export const ReadNotifications = z.union(
  [
    z.object({
      ids: z
        .array(z.int().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)))
        .check(z.minLength(1), z.maxLength(notificationLimits.idsMax)),
    }),
    z.object({ all: z.literal(true) }),
  ],
  'Send the ids of 1 to 100 notifications, or all',
)
export type ReadNotifications = z.output<typeof ReadNotifications>

/** What one link turns off: the emails of a topic, or all digests. */
const MailScope = z.enum([...notificationTopics, 'digest'])
export type MailScope = z.output<typeof MailScope>

/** The parts of a link in an email. */
export const UnsubscribeParams = z.object({
  user: Id,
  scope: MailScope,
  signature: z.string(),
})

export const Subscription = z.object({ scope: MailScope, username: z.string(), isSubscribed: z.boolean() })
export type Subscription = z.output<typeof Subscription>

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'List your notifications',
    description:
      'Newest first; with `unread=true` only unread ones. To poll, send the `ETag` of the last response as `If-None-Match`. Notifications are stored for 180 days.',
    access: 'signed-in',
    allowBanned: true,
    query: NotificationQuery,
    reply: NotificationPage,
    hasETag: true,
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark notifications as read',
    description: 'Either `ids` or `all`.',
    access: 'signed-in',
    body: ReadNotifications,
    reply: Success,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/notifications/settings',
    summary: 'Get your notification settings',
    description:
      'For each topic whether it appears in the bell, and whether it is emailed at once, in the digest or not at all.',
    access: 'signed-in',
    allowBanned: true,
    reply: NotificationSettings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/notifications/settings',
    summary: 'Change your notification settings',
    description: 'A digest is sent after 7:00 in your time zone, a weekly one on Monday.',
    access: 'signed-in',
    body: NotificationSettings,
    reply: NotificationSettings,
  }),
  subscription: endpoint({
    method: 'GET',
    path: '/api/unsubscribe/:user/:scope/:signature',
    summary: 'Get what the link of an email unsubscribes from',
    description:
      'For the page of the link. A `POST` to the link itself turns the emails off, with one click (RFC 8058).',
    access: 'anyone',
    params: UnsubscribeParams,
    reply: Subscription,
  }),
}
