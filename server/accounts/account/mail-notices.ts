import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'

import { emailChangedTexts, passwordChangedTexts } from './account.texts.ts'

type Recipient = { username: string; email: string }
type Site = Pick<App, 'config' | 'settings'>

/** Sent to the old address: after a takeover, only that address reaches the owner. */
export async function mailEmailChanged(
  tx: Db,
  { settings: { siteName } }: Site,
  { email: to, username: greets }: Recipient,
): Promise<void> {
  await sendMail(tx, renderEmail(siteName, { ...emailChangedTexts(siteName), to, greets }))
}

export async function mailPasswordChanged(
  tx: Db,
  { config, settings: { siteName } }: Site,
  { email: to, username: greets }: Recipient,
): Promise<void> {
  const texts = passwordChangedTexts(siteName, config.publicUrl)
  await sendMail(tx, renderEmail(siteName, { ...texts, to, greets }))
}
