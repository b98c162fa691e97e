import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import { sendBulkMail } from '#platform/mail/mailer.ts'
import { dispatchEventJob, type EventContent } from '#server/records/records.public.ts'
import { authorIds, selectOwnership } from '#server/scripts/scripts.public.ts'
import { selectFollowers, selectCollectionFollowers } from '#server/site/follows/follows.queries.ts'
import { pathOfRecall, type VersionEvent } from '#server/site/recall-mails/notify-downloaders.ts'
import { followerNote } from '#server/site/notifications/mail-parts.texts.ts'
import {
  recallMailTexts,
  releaseMailTexts,
  collectionMailTexts,
} from '#server/site/notifications/mails.texts.ts'
import { notificationMail } from '#server/site/notifications/settings.ts'

import { insertForFollowers, selectRelease } from './followers.queries.ts'

/** Users per transaction. */
const batchSize = 1000

/** Filters by framework and saved searches wait for the analysis this long. */
const wait = { seconds: 5, triesMax: 240 }

/** Below the causes of notify-of-finding.ts. */
const firstCause = -(2 ** 40)

type Part = { part: 'all' | 'filtered'; after: number; tries: number }
type Content = Extract<EventContent, { kind: 'version-published' | 'version-recalled' }>
/**
 * Notifies one batch of the followers of a script or its author; a job of its own, added in the same transaction, does the
 * next one. Those without filters are notified first, the others when the analysis says what the version is made for.
 */
export async function notifyFollowers(
  app: App,
  { id, actorId, scriptId, versionId, createdAt }: VersionEvent,
  content: Content,
  { part, after, tries }: Part,
): Promise<void> {
  if (scriptId === null || versionId === null) return
  const isRelease = content.kind === 'version-published'
  const release = isRelease ? await selectRelease(app.db, versionId) : undefined
  if (isRelease && !release) return
  const script = await selectOwnership(app.db, scriptId)
  if (!script) return
  const isFiltered = part === 'filtered'
  const next = (position: Partial<Part>, options = {}) => ({
    payload: { id, part, after: 0, followers: true, ...position },
    options: {
      key: `dispatch ${id} ${position.part ?? part} ${position.after ?? 0}`,
      priority: 5,
      ...options,
    },
  })
  if (isFiltered && release?.isAnalysed === false && tries < wait.triesMax) {
    const { payload, options } = next({ tries: tries + 1 }, { delaySeconds: wait.seconds })
    return enqueueJob(app.db, dispatchEventJob, payload, options)
  }
  const path = isRelease
    ? `/scripts/${scriptId}/versions#v${versionId}`
    : pathOfRecall({ scriptId, versionId }, content.data)
  const shared = {
    kind: content.kind,
    data: { ...content.data, versionId, scriptId, firstId: versionId },
    path,
    eventId: release ? firstCause - release.firstId : id,
  }
  await inTransaction(app.db, async (tx) => {
    const news = isRelease ? 'releases' : 'security'
    const batch = { after, limit: batchSize }
    // Authors get a notification when another one uploads a version, without following it; not when another one recalls it.
    const knowing = isRelease ? authorIds(script) : [script.userId]
    const exceptIds = actorId === null ? knowing : [...knowing, actorId]
    const userIds = await selectFollowers(tx, { scriptId, at: createdAt, news, isFiltered, exceptIds }, batch)
    const mailed = await insertForFollowers(tx, shared, userIds, app.clock.now())
    const texts = isRelease ? releaseMailTexts(content, path) : recallMailTexts(content, path)
    const note = followerNote(app.settings.siteName)
    const topic = isRelease ? 'followed' : 'security'
    await sendBulkMail(
      tx,
      mailed.map((user) => notificationMail(app, user, texts, note, topic, `script-${scriptId}`)),
    )
    const last = userIds.length === batchSize ? userIds.at(-1) : undefined
    if (last === undefined && isFiltered) return
    const { payload, options } = next(last === undefined ? { part: 'filtered' } : { after: last })
    await enqueueJob(tx, dispatchEventJob, payload, options)
  })
}

/** Notifies one batch. A job of its own, added in the same transaction, does the next one. */
export async function notifyCollectionFollowers(
  app: App,
  eventId: number,
  content: Extract<EventContent, { kind: 'collection-changed' }>,
  after: number,
): Promise<void> {
  const { collectionId, changedAt } = content.data
  const path = `/collections/${collectionId}`
  const texts = collectionMailTexts(content, path)
  const note = followerNote(app.settings.siteName, 'this collection')
  await inTransaction(app.db, async (tx) => {
    const userIds = await selectCollectionFollowers(tx, collectionId, changedAt, {
      after,
      limit: batchSize,
    })
    const mailed = await insertForFollowers(tx, { ...content, path, eventId }, userIds, app.clock.now())
    await sendBulkMail(
      tx,
      mailed.map((user) =>
        notificationMail(app, user, texts, note, 'followed', `collection-${collectionId}`),
      ),
    )
    const last = userIds.length === batchSize ? userIds.at(-1) : undefined
    if (last === undefined) return
    const next = { key: `dispatch ${eventId} ${last}`, priority: 5 }
    await enqueueJob(tx, dispatchEventJob, { id: eventId, after: last }, next)
  })
}
