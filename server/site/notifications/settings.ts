import { createHmac, timingSafeEqual } from 'node:crypto'

import {
  defaultChannels,
  type NotificationSettings,
  notificationTopics,
} from '#contract/site/notification-settings.ts'
import type { MailScope, Subscription } from '#contract/site/notifications.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/errors.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import type { Mail, MailList } from '#platform/mail/mailer.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'

import type { MailTexts } from './mail-parts.texts.ts'
import {
  selectIsTimeZone,
  selectSettings,
  updateDueDigest,
  upsertSettings,
  selectMailedUser,
} from './notifications.queries.ts'

export const defaultSettings: NotificationSettings = {
  topics: defaultChannels,
  digest: 'weekly',
  timeZone: 'UTC',
}

export async function readSettings(db: Db, userId: number): Promise<NotificationSettings> {
  const row = await selectSettings(db, userId)
  return row ? { ...row, topics: { ...defaultChannels, ...row.topics } } : defaultSettings
}

export async function changeSettings(
  app: App,
  sender: Actor,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    // The database computes when a digest is due.
    if (!isKnownToBrowsers(settings.timeZone) || !(await selectIsTimeZone(tx, settings.timeZone)))
      throw invalid({ timeZone: 'This time zone does not exist' })
    await upsertSettings(tx, actor.id, settings)
    await updateDueDigest(tx, actor.id)
    return settings
  })
}

/** Without names such as `localtime`, which the database of another machine reads as another zone. */
function isKnownToBrowsers(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const unsubscribePath = '/unsubscribe/email'

type Keys = Pick<App, 'config' | 'secrets'>
type Link = { user: number; scope: MailScope; signature: string }

/** The signed URL of one user. It does not expire: an old email must still be able to end the emails. */
export function unsubscribeUrl({ config, secrets }: Keys, userId: number, scope: MailScope): string {
  const signature = sign(secrets, userId, scope)
  return `${config.publicUrl}${unsubscribePath}/${userId}/${scope}/${signature}`
}

/** What a link turns off. */
export async function readSubscription({ db, secrets }: App, link: Link): Promise<Subscription> {
  const { user: userId, scope } = link
  const username = await findUser(db, secrets, link)
  if (username === undefined) throw notFound('This link does not belong to an account')
  const { topics } = await readSettings(db, userId)
  const isSubscribed = notificationTopics.some((topic) =>
    scope === 'digest' ? topics[topic].email === 'digest' : topic === scope && topics[topic].email !== 'off',
  )
  return { scope, username, isSubscribed }
}

/** Returns whether the link is valid. A repeated call changes nothing. */
export async function unsubscribe({ db, secrets }: App, link: Link): Promise<boolean> {
  const { user: userId, scope } = link
  return inTransaction(db, async (tx) => {
    if ((await findUser(tx, secrets, link)) === undefined) return false
    const settings = await readSettings(tx, userId)
    const topics = { ...settings.topics }
    for (const topic of notificationTopics)
      if (topic === scope || (scope === 'digest' && topics[topic].email === 'digest'))
        topics[topic] = { ...topics[topic], email: 'off' }
    await upsertSettings(tx, userId, { ...settings, topics })
    return true
  })
}

/** Returns the name of the user; undefined for a link that is not signed for them, and for a deleted account. */
async function findUser(
  db: Db,
  secrets: App['secrets'],
  { user, scope, signature }: Link,
): Promise<string | undefined> {
  const expected = Buffer.from(sign(secrets, user, scope))
  const received = Buffer.from(signature)
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  return selectMailedUser(db, user)
}

function sign({ unsubscribe: key }: App['secrets'], userId: number, scope: MailScope): string {
  return createHmac('sha256', key).update(`${userId} ${scope}`).digest('base64url')
}

/** The list of a mail is its script or its topic, so that users can filter by it. */
export function mailListOf(
  app: Pick<App, 'config' | 'secrets'>,
  userId: number,
  scope: MailScope,
  name: string = scope,
): MailList {
  const { hostname } = new URL(app.config.publicUrl)
  return { id: `${name}.${hostname}`, unsubscribeUrl: unsubscribeUrl(app, userId, scope) }
}

/** The email of a notification. `list`: see mailListOf. */
export function notificationMail(
  app: Pick<App, 'config' | 'secrets' | 'settings'>,
  { userId, username, email }: { userId: number; username: string; email: string },
  { link: { label, path }, ...texts }: MailTexts,
  note: string,
  ...list: [scope: MailScope, name?: string]
): Mail {
  return renderEmail(app.settings.siteName, {
    ...texts,
    to: email,
    greets: username,
    link: { label, url: `${app.config.publicUrl}${path}` },
    note,
    list: mailListOf(app, userId, ...list),
  })
}
