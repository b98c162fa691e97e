import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { writeLetter } from '#platform/mail-letter.ts'
import { sendMail } from '#platform/mail.ts'

type Reader = { username: string; email: string }
type Site = Pick<Hub, 'config'>

/** Goes to the address that is no longer used: if a thief changed it, only there it reaches the victim. */
export async function mailAddressChanged(tx: Db, { config }: Site, formerly: Reader): Promise<void> {
  const letter = writeLetter(config.siteName, {
    to: formerly.email,
    subject: 'Your email address was changed',
    greets: formerly.username,
    paragraphs: [
      `The email address of your account at ${config.siteName} was changed. Mails no longer go to this address.`,
    ],
    note: 'If it was not you who changed it, reply to the team of the site at once.',
  })
  await sendMail(tx, letter)
}

export async function mailPasswordChanged(tx: Db, { config }: Site, reader: Reader): Promise<void> {
  const letter = writeLetter(config.siteName, {
    to: reader.email,
    subject: 'Your password was changed',
    greets: reader.username,
    paragraphs: [
      `The password of your account at ${config.siteName} was changed, and all other devices were signed out.`,
    ],
    note: `If it was not you who changed it, choose a new one at once with "Reset password" at ${config.publicUrl}.`,
  })
  await sendMail(tx, letter)
}
