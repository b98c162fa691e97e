import { z } from 'zod/mini'

import { after, day, hour } from '#platform/clock.ts'
import { inTransaction } from '#platform/database.ts'
import { enqueueJob } from '#platform/enqueue-job.ts'
import type { Hub } from '#platform/hub.ts'
import type { Job } from '#platform/jobs.ts'
import { writeLetter } from '#platform/mail-letter.ts'
import { sendMail } from '#platform/mail.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import {
  countCodes,
  emailKey,
  issueCode,
  selectAccountByEmail,
  selectUserForUpdate,
} from '#server/users/users.public.ts'

const lifetime = hour
const mailsPerDay = 5

/**
 * Answers before it is known whether the address has an account: what comes then is a job's work, so not
 * even the time that the call takes tells it.
 */
export async function requestReset({ db }: Pick<Hub, 'db'>, email: string): Promise<{ success: true }> {
  await enqueueJob(db, mailResetLink.name, { email })
  return { success: true }
}

const Payload = z.object({ email: z.string() })

export const mailResetLink: Job = {
  name: 'mail-reset-link',
  async run({ db, clock, config }, payload) {
    const { email } = Payload.parse(payload)
    const account = await selectAccountByEmail(db, emailKey(email))
    if (!account) return
    const { id: userId, username } = account
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      // Locked, so that several requests for one account are counted one after another.
      await selectUserForUpdate(tx, userId)
      if ((await countCodes(tx, userId, 'reset', after(now, -day))) >= mailsPerDay) return
      const code = { kind: 'reset', userId, email: account.email, now, lifetime } as const
      const { token, expiresAt } = await issueCode(tx, code)
      const letter = writeLetter(config.siteName, {
        to: account.email,
        subject: 'Reset your password',
        greets: username,
        paragraphs: [
          `Somebody, hopefully you, asked to set a new password for your account at ${config.siteName}.`,
        ],
        link: { label: 'Set a new password', address: `${config.publicUrl}/reset-password?token=${token}` },
        note: 'The link is valid for 60 minutes and works once. If you did not ask for it, ignore this mail: your password stays as it is.',
      })
      await sendMail(tx, letter, expiresAt)
      await recordActivity(tx, {
        type: 'user',
        action: 'Password Reset Requested',
        description: `A reset link was mailed to ${username}`,
        status: 'info',
        userId: null,
        targetId: userId,
        targetType: 'user',
      })
    })
  },
}
