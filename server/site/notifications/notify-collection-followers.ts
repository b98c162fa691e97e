import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import { renderEmail } from '#platform/mail/email-template.ts'
import { sendBulkMail } from '#platform/mail/mailer.ts'
import { dispatchEventJob, type EventContent } from '#server/records/records.public.ts'
import { selectCollectionFollowers } from '#server/site/follows/followers.queries.ts'

import { insertForFollowers } from './followers.queries.ts'
import { mailListOf } from './unsubscribe.ts'
import { collectionMailTexts, followerNote } from './mails.texts.ts'

/** Users per transaction. */
const batchSize = 1000

/** Notifies one batch. A job of its own, added in the same transaction, does the next one. */
export async function notifyCollectionFollowers(
  app: App,
  eventId: number,
  content: Extract<EventContent, { kind: 'collection-changed' }>,
  after: number,
): Promise<void> {
  const { siteName } = app.settings
  const { collectionId, changedAt } = content.data
  const path = `/collections/${collectionId}`
  const { link, ...texts } = collectionMailTexts(content, path)
  await inTransaction(app.db, async (tx) => {
    const userIds = await selectCollectionFollowers(tx, collectionId, changedAt, {
      after,
      limit: batchSize,
    })
    const mailed = await insertForFollowers(tx, { ...content, path, eventId }, userIds, app.clock.now())
    await sendBulkMail(
      tx,
      mailed.map(({ userId, username, email }) =>
        renderEmail(siteName, {
          ...texts,
          to: email,
          greets: username,
          link: { label: link.label, url: `${app.config.publicUrl}${path}` },
          note: followerNote(siteName, 'this collection'),
          list: mailListOf(app, userId, 'followed', `collection-${collectionId}`),
        }),
      ),
    )
    const last = userIds.length === batchSize ? userIds.at(-1) : undefined
    if (last === undefined) return
    const next = { key: `dispatch ${eventId} ${last}`, priority: 5 }
    await enqueueJob(tx, dispatchEventJob, { id: eventId, after: last }, next)
  })
}
