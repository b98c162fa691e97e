import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'

import type { UserEmail } from './accounts.texts.ts'

/** Without `username` the email has no name in its greeting. */
export async function mailUser(
  tx: Db,
  { config, settings: { siteName } }: Pick<App, 'config' | 'settings'>,
  { email: to, username: greets }: { email: string; username?: string },
  texts: UserEmail,
  expiresAt?: Date,
): Promise<void> {
  const content = { ...texts(siteName, config.publicUrl), to, ...(greets !== undefined && { greets }) }
  await sendMail(tx, renderEmail(siteName, content), expiresAt)
}
