import { day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import { issueToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'

import { confirmationTexts } from './account.texts.ts'

const lifetime = 7 * day

/** The link confirms only the address that it was sent to. */
export async function mailConfirmation(
  tx: Db,
  { clock, config, settings }: Pick<App, 'clock' | 'config' | 'settings'>,
  user: { id: number; username: string; email: string },
): Promise<void> {
  const { id: userId, email } = user
  const wanted = { kind: 'confirm_email', userId, email, now: clock.now(), lifetime } as const
  const { token, expiresAt } = await issueToken(tx, wanted)
  const { linkLabel, ...texts } = confirmationTexts(settings.siteName)
  const mail = renderEmail(settings.siteName, {
    ...texts,
    to: email,
    greets: user.username,
    link: { label: linkLabel, url: `${config.publicUrl}/verify-email?token=${token}` },
  })
  await sendMail(tx, mail, expiresAt)
}
