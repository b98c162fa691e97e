import { z } from 'zod/mini'

import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendBulkMail, type Mail } from '#platform/mail/mailer.ts'

import { defaultSettings } from './change-settings.ts'
import { digestTexts } from './digest.texts.ts'
import { readDigests } from './read-digests.ts'
import { lockDigests, takeDueEntries } from './digests.queries.ts'
import { mailListOf } from './mail-list.ts'

/** Entries per transaction. */
const batchSize = 500

const Payload = z.object({
  after: z.optional(z.object({ dueAt: z.string(), userId: z.int() })),
})

/**
 * Mails the digests that are due. The mails of a batch are queued in the transaction that removes its entries, so that
 * each entry is mailed once; a job of its own, added in the same transaction, does the next batch.
 */
export const sendDigests: Job = {
  name: 'send-digests',
  // Time zones differ by quarters of an hour.
  schedule: '*/15 * * * *',
  async run(app, payload) {
    const { after } = Payload.parse(payload)
    await inTransaction(app.db, async (tx) => {
      if (!(await lockDigests(tx))) return
      const { entries, last } = await takeDueEntries(tx, app.clock.now(), after, batchSize)
      const digests = await readDigests(tx, entries)
      await sendBulkMail(
        tx,
        digests.map((digest) => mailOf(app, digest)),
      )
      if (last) await enqueueJob(tx, sendDigests.name, { after: last }, { priority: 5 })
    })
  },
}

function mailOf(app: App, { user, items }: Awaited<ReturnType<typeof readDigests>>[number]): Mail {
  const { siteName } = app.settings
  const interval = user.digest ?? defaultSettings.digest
  return renderEmail(siteName, {
    ...digestTexts(items, { siteName, interval, publicUrl: app.config.publicUrl }),
    to: user.email,
    greets: user.username,
    list: mailListOf(app, user.userId, 'digest'),
  })
}
