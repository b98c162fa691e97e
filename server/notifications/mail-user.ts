import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'

import type { MailTexts } from './mail-texts.rules.ts'
import type { Recipient } from './notifications.queries.ts'

/** Queues the e-mail of a notification for one user. */
export async function mailUser(
  tx: Db,
  { config, settings }: Pick<App, 'config' | 'settings'>,
  { email, username }: Recipient,
  { link: { label, path }, ...texts }: MailTexts,
): Promise<void> {
  const mail = renderEmail(settings.siteName, {
    ...texts,
    to: email,
    greets: username,
    link: { label, url: `${config.publicUrl}${path}` },
    note: `You receive this e-mail because you have an account at ${settings.siteName}.`,
  })
  await sendMail(tx, mail)
}
