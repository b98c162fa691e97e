import { day } from '#platform/clock.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { writeLetter } from '#platform/mail-letter.ts'
import { sendMail } from '#platform/mail.ts'
import { issueCode } from '#server/users/users.public.ts'

const lifetime = 7 * day

/** Asks the holder of a new address to confirm it. The link is good for that address only. */
export async function mailConfirmation(
  tx: Db,
  { clock, config }: Pick<Hub, 'clock' | 'config'>,
  user: { id: number; username: string; email: string },
): Promise<void> {
  const { id: userId, email } = user
  const code = { kind: 'confirm_email', userId, email, now: clock.now(), lifetime } as const
  const { token, expiresAt } = await issueCode(tx, code)
  const letter = writeLetter(config.siteName, {
    to: email,
    subject: 'Confirm your email address',
    greets: user.username,
    paragraphs: [`Please confirm that this address belongs to your account at ${config.siteName}.`],
    link: { label: 'Confirm email address', address: `${config.publicUrl}/verify-email?token=${token}` },
    note: 'The link is valid for 7 days. If you have no account there, ignore this mail.',
  })
  await sendMail(tx, letter, expiresAt)
}
