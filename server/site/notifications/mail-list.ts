import type { MailScope } from '#contract/site/notifications.ts'
import type { App } from '#platform/app.ts'
import type { MailList } from '#platform/mail/mailer.ts'

import { unsubscribeUrl } from './unsubscribe.ts'

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
