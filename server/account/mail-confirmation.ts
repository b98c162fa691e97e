import { day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import { issueToken } from '#server/users/users.public.ts'

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
  const mail = renderEmail(settings.siteName, {
    to: email,
    subject: 'Confirm your email address',
    greets: user.username,
    paragraphs: [`Please confirm that this address belongs to your account at ${settings.siteName}.`],
    link: { label: 'Confirm email address', url: `${config.publicUrl}/verify-email?token=${token}` },
    note: 'The link is valid for 7 days. If you have no account there, ignore this mail.',
  })
  await sendMail(tx, mail, expiresAt)
}
