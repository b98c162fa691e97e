import { z } from 'zod/mini'

import { after, day } from '#platform/clock.ts'
import { inTransaction } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import { dispatchEventJob, readEvent, type EventContent } from '#server/events/events.public.ts'

import { mailRecall } from './mail-recall.ts'
import { insertForAuthor, insertForDownloaders } from './notifications.queries.ts'

/** Users per transaction. */
const batchSize = 200

/** An earlier download is not notified of a recall. */
const downloadedWithin = 365 * day

const Payload = z.object({ id: z.int(), after: z._default(z.int(), 0) })

/** Creates the notifications of an event. A repeated run adds and mails nothing. */
export const dispatchEvent: Job = {
  name: dispatchEventJob,
  async run(app, payload) {
    const { id, after: last } = Payload.parse(payload)
    const event = await readEvent(app.db, id)
    if (!event) return
    const { content, ...subject } = event
    switch (content.kind) {
      case 'version-recalled':
        return await notifyDownloaders(app, subject, content, last)
      case 'version-published':
        // There are no followers yet.
        return undefined
      case 'finding-raised':
        return await notifyAuthor(app, subject, content, '/report')
      default:
        return await notifyAuthor(app, subject, content)
    }
  },
}

type Subject = { id: number; createdAt: Date; scriptId: number; versionId: number }

async function notifyAuthor(
  { db, clock }: App,
  event: Subject,
  content: EventContent,
  page = '',
): Promise<void> {
  const notification = { ...content, eventId: event.id, path: `/scripts/${event.scriptId}${page}` }
  await insertForAuthor(db, notification, event.scriptId, clock.now())
}

/** Notifies and mails one batch. A job of its own, added in the same transaction, does the next one. */
async function notifyDownloaders(
  app: App,
  { id, createdAt, scriptId, versionId }: Subject,
  content: Extract<EventContent, { kind: 'version-recalled' }>,
  last: number,
): Promise<void> {
  // Without another version the script is hidden.
  const path = content.data.replacement === null ? '/notifications' : `/scripts/${scriptId}`
  const downloads = { versionId, since: after(createdAt, -downloadedWithin) }
  await inTransaction(app.db, async (tx) => {
    const batch = { now: app.clock.now(), after: last, limit: batchSize }
    const users = await insertForDownloaders(tx, { ...content, eventId: id, path }, downloads, batch)
    await mailRecall(tx, app, users, { content, path })
    const lastUser = users.at(-1)?.userId
    if (users.length === batchSize)
      await enqueueJob(tx, dispatchEventJob, { id, after: lastUser }, { key: `dispatch ${id} ${lastUser}` })
  })
}
