import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail, type MailList } from '#platform/mail/mailer.ts'

import { memberNote, type MailTexts } from './mails.texts.ts'
import type { Recipient } from './notifications.queries.ts'

/** Queues the email of a notification for one user. */
export async function mailUser(
  tx: Db,
  { config, settings }: Pick<App, 'config' | 'settings'>,
  { email, username }: Recipient,
  { link: { label, path }, ...texts }: MailTexts,
  list: MailList,
): Promise<void> {
  const mail = renderEmail(settings.siteName, {
    ...texts,
    to: email,
    greets: username,
    link: { label, url: `${config.publicUrl}${path}` },
    note: memberNote(settings.siteName),
    list,
  })
  await sendMail(tx, mail)
}
