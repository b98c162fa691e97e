import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'

type Recipient = { username: string; email: string }
type Site = Pick<App, 'config' | 'settings'>

/** Sent to the old address: after a takeover, only that address reaches the owner. */
export async function mailEmailChanged(tx: Db, { settings }: Site, recipient: Recipient): Promise<void> {
  const mail = renderEmail(settings.siteName, {
    to: recipient.email,
    subject: 'Your email address was changed',
    greets: recipient.username,
    paragraphs: [
      `The email address of your account at ${settings.siteName} was changed. Mails no longer go to this address.`,
    ],
    note: 'If it was not you who changed it, reply to the team of the site at once.',
  })
  await sendMail(tx, mail)
}

export async function mailPasswordChanged(
  tx: Db,
  { config, settings }: Site,
  recipient: Recipient,
): Promise<void> {
  const mail = renderEmail(settings.siteName, {
    to: recipient.email,
    subject: 'Your password was changed',
    greets: recipient.username,
    paragraphs: [
      `The password of your account at ${settings.siteName} was changed, and all other devices were signed out.`,
    ],
    note: `If it was not you who changed it, choose a new one at once with "Reset password" at ${config.publicUrl}.`,
  })
  await sendMail(tx, mail)
}
