import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'
import { z } from 'zod/mini'

import type { Db } from './database.ts'
import { enqueueJob } from './enqueue-job.ts'
import { perHub, type Hub } from './hub.ts'
import type { Job } from './jobs.ts'

export type Mail = { to: string; subject: string; text: string; html: string }

// Waits between tries grow from seconds to six hours: the thirteenth and last comes 22 hours after the first.
const attemptsMax = 13

/** Milliseconds. A mail server that does not answer holds one job, and not for long. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

const headerText = z.string().check(z.regex(/^[^\r\n\0]{1,320}$/))
const Waiting = z.object({
  to: headerText,
  subject: headerText,
  text: z.string(),
  html: z.string(),
  uselessAfter: z.optional(z.string()),
})

/**
 * Puts a mail on its way with the transaction that is its reason; the job runner delivers it, and goes on
 * trying for a day. After `uselessAfter`, as when its link is dead, it is dropped.
 */
export async function sendMail(db: Db, mail: Mail, uselessAfter?: Date): Promise<void> {
  const waiting = Waiting.parse({
    ...mail,
    ...(uselessAfter && { uselessAfter: uselessAfter.toISOString() }),
  })
  await enqueueJob(db, deliverMail.name, waiting, { attemptsMax })
}

export const deliverMail: Job = {
  name: 'deliver-mail',
  // One at a time: a mail server that hangs must not hold up the jobs that are no mails.
  hasOwnRunner: true,
  isLeftAtStop: true,
  async run(hub, payload) {
    const { uselessAfter, ...mail } = Waiting.parse(payload)
    if (uselessAfter !== undefined && new Date(uselessAfter) < hub.clock.now()) {
      hub.log.warn('A mail could not be delivered in time and was dropped', { subject: mail.subject })
      return
    }
    await postOffice(hub)(mail)
  },
}

const postOffice = perHub((hub) =>
  hub.config.smtpUrl === undefined ? toOutbox(hub) : overSmtp(hub, hub.config.smtpUrl),
)

function overSmtp({ config }: Hub, url: string): (mail: Mail) => Promise<void> {
  const transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true })
  return async ({ to, ...mail }) => {
    await transport.sendMail({
      ...mail,
      from: config.mailFrom,
      // As an object it is one address, whatever it holds.
      to: { name: '', address: to },
      headers: { 'auto-submitted': 'auto-generated' },
    })
  }
}

/** Without a mail server the owner finds mails as files, the oldest first by name. */
function toOutbox({ config, clock }: Hub): (mail: Mail) => Promise<void> {
  const folder = join(config.dataDir, 'outbox')
  return async (mail) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const sentAt = clock.now().toISOString()
    const name = `${sentAt.replaceAll(/\D/g, '')}-${randomBytes(4).toString('hex')}`
    const text = JSON.stringify({ from: config.mailFrom, sentAt, ...mail }, undefined, 2)
    // Whoever watches the folder sees whole mails only.
    await writeFile(join(folder, `.${name}`), text, { mode: 0o600 })
    await rename(join(folder, `.${name}`), join(folder, `${name}.json`))
  }
}
