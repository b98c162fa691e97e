import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'

import { claimantNote } from './takedowns.texts.ts'

type Claimant = { name: string; email: string }
type Content = {
  subject: string
  paragraphs: string[]
  link?: { label: string; url: string }
  note?: string
  expiresAt?: Date
}

export async function mailClaimant(
  tx: Db,
  { settings }: Pick<App, 'settings'>,
  { name, email }: Claimant,
  { subject, paragraphs, link, note, expiresAt }: Content,
): Promise<void> {
  const mail = renderEmail(settings.siteName, {
    to: email,
    subject,
    greets: name,
    paragraphs,
    ...(link && { link }),
    note: note ?? claimantNote,
  })
  await sendMail(tx, mail, expiresAt)
}
