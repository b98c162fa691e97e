import { createHmac, timingSafeEqual } from 'node:crypto'

import { notificationTopics, type NotificationTopic } from '#contract/site/notification-settings.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'

import { readSettings } from './change-settings.ts'
import { upsertSettings } from './settings.queries.ts'

export const unsubscribePath = '/unsubscribe/email'

/** One click turns these off: the emails of a topic, or all digests. */
export type Scope = NotificationTopic | 'digest'
const scopes: readonly string[] = [...notificationTopics, 'digest']

type Keys = Pick<App, 'config' | 'secrets'>

/** The signed URL of one user. It does not expire: an old email must still be able to end the emails. */
export function unsubscribeUrl({ config, secrets }: Keys, userId: number, scope: Scope): string {
  const signature = sign(secrets, userId, scope)
  return `${config.publicUrl}${unsubscribePath}/${userId}/${scope}/${signature}`
}

/** Returns whether the URL is valid. A repeated call changes nothing. */
export async function unsubscribe(
  app: App,
  { user, scope, signature }: Record<string, string>,
): Promise<boolean> {
  const userId = Number(user)
  if (!Number.isSafeInteger(userId) || !isScope(scope)) return false
  const expected = Buffer.from(sign(app.secrets, userId, scope))
  const received = Buffer.from(signature ?? '')
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return false
  await inTransaction(app.db, async (tx) => {
    const settings = await readSettings(tx, userId)
    const topics = { ...settings.topics }
    for (const topic of notificationTopics)
      if (topic === scope || (scope === 'digest' && topics[topic].email === 'digest'))
        topics[topic] = { ...topics[topic], email: 'off' }
    await upsertSettings(tx, userId, { ...settings, topics })
  })
  return true
}

function isScope(text: string | undefined): text is Scope {
  return text !== undefined && scopes.includes(text)
}

function sign({ unsubscribe: key }: App['secrets'], userId: number, scope: Scope): string {
  return createHmac('sha256', key).update(`${userId} ${scope}`).digest('base64url')
}
