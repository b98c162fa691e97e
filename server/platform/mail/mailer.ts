import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod/mini'

import { defaultSettings } from '#contract/site/settings.ts'
import type { Db } from '#platform/database/database.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { type Job, enqueueJob, enqueueJobs } from '#platform/jobs/jobs.ts'

/** The sender has the name of the site, unless MAIL_FROM contains one. */
export type Mail = {
  siteName: string
  to: string
  subject: string
  text: string
  html: string
  list?: MailList | undefined
}

/** A mail that its recipient can unsubscribe from has the headers of RFC 2919 and RFC 8058. */
export type MailList = { id: string; unsubscribeUrl: string }

// With the exponential backoff of graphile-worker the thirteenth and last attempt comes 22 hours after the first.
const attemptsMax = 13

/** Milliseconds. An unresponsive mail server blocks one job for at most 30 seconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A mail server that is far away takes a second for each. */
const parallelMails = 3

/**
 * Emails that follow each other within the idle timeout share a connection, at most 100 of them (the default of
 * nodemailer). The job retries, so that a dropped connection is retried here only once.
 */
const pool = { pool: true, maxConnections: parallelMails, maxRequeues: 1, idleTimeout: 1_000 } as const

const headerText = z.string().check(z.regex(/^[^\r\n\0]{1,320}$/))
const QueuedMail = z.object({
  // Missing in an email that a node of the previous release queued.
  siteName: z._default(headerText, defaultSettings.siteName),
  to: headerText,
  subject: headerText,
  text: z.string(),
  html: z.string(),
  list: z.optional(z.object({ id: headerText, unsubscribeUrl: headerText })),
  expiresAt: z.optional(z.string()),
})

/**
 * Queues an email in the caller's transaction. A job delivers it and retries for a day. After `expiresAt`, when its
 * link no longer works, it is dropped.
 */
export async function sendMail(db: Db, mail: Mail, expiresAt?: Date): Promise<void> {
  const queued = QueuedMail.parse({
    ...mail,
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  })
  await enqueueJob(db, deliverMail.name, queued, { attemptsMax })
}

/**
 * Queues emails for many users in the caller's transaction. They are delivered after all others, so that a reset link
 * does not wait behind them.
 */
export async function sendBulkMail(db: Db, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return
  const queued = mails.map((mail) => QueuedMail.parse(mail))
  await enqueueJobs(db, deliverMail.name, queued, { attemptsMax, priority: 10 })
}

export const deliverMail: Job = {
  name: 'deliver-mail',
  // An unresponsive mail server must not delay other jobs.
  ownQueue: parallelMails,
  abandonOnShutdown: true,
  async run(app, payload) {
    const { expiresAt, ...mail } = QueuedMail.parse(payload)
    if (expiresAt !== undefined && new Date(expiresAt) < app.clock.now()) {
      app.log.warn('An email expired before it could be delivered and was dropped', {
        subject: mail.subject,
      })
      return
    }
    const deliver = await mailer(app)
    await deliver(mail)
  },
}

const mailer = lazySingleton((app) =>
  app.config.smtpUrl === undefined ? fileTransport(app) : overSmtp(app, app.config.smtpUrl),
)

async function overSmtp({ config }: App, url: string): Promise<(mail: Mail) => Promise<void>> {
  // Loaded for the first email: it takes 6 MB.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    ...pool,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ siteName, to, list, ...mail }) => {
    await transport.sendMail({
      ...mail,
      from: senderOf(config, siteName),
      // As an object it is always one recipient; a string could contain several.
      to: { name: '', address: to },
      headers: { 'auto-submitted': 'auto-generated', ...(list && listHeaders(list)) },
    })
  }
}

const listHeaders = ({ id, unsubscribeUrl }: MailList) => ({
  'list-id': `<${id}>`,
  'list-unsubscribe': `<${unsubscribeUrl}>`,
  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
})

function senderOf({ mailFrom: { name, address } }: App['config'], siteName: string) {
  return { name: name ?? siteName, address }
}

/** Without SMTP_URL emails are written to files whose names sort by time. */
async function fileTransport({ config, clock }: App): Promise<(mail: Mail) => Promise<void>> {
  const folder = join(config.dataDir, 'outbox')
  return async ({ siteName, ...mail }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const sentAt = clock.now().toISOString()
    const name = `${sentAt.replaceAll(/\D/g, '')}-${randomBytes(4).toString('hex')}`
    const text = JSON.stringify({ from: senderOf(config, siteName), sentAt, ...mail }, undefined, 2)
    // Renamed when complete, so that a program that watches the folder reads whole emails only.
    await writeFile(join(folder, `.${name}`), text, { mode: 0o600 })
    await rename(join(folder, `.${name}`), join(folder, `${name}.json`))
  }
}
