import { after, day } from '#platform/clock.ts'
import { inTransaction } from '#platform/database/database.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import { sendBulkMail, type Mail } from '#platform/mail/mailer.ts'
import type { App } from '#platform/app.ts'
import { dispatchEventJob, type EventContent } from '#server/records/records.public.ts'
import { downloaderNote } from '#server/site/notifications/mail-parts.texts.ts'
import { recallMailTexts } from '#server/site/notifications/mails.texts.ts'
import { notificationMail } from '#server/site/notifications/settings.ts'

import { insertForDownloaders, type Downloader } from './downloaders.queries.ts'

/** Users per transaction. */
const batchSize = 200

/** An earlier download is not notified of a recall. */
const downloadedWithin = 365 * day

/** An event about a version. */
export type VersionEvent = {
  id: number
  actorId: number | null
  scriptId: number | null
  versionId: number | null
  createdAt: Date
}

type RecallContent = Extract<EventContent, { kind: 'version-recalled' }>

/**
 * Notifies and mails one batch of those who downloaded a version that was withdrawn for security. A job of its own, added
 * in the same transaction, does the next one.
 */
export async function notifyDownloaders(
  app: App,
  { id, actorId, createdAt, scriptId, versionId }: VersionEvent,
  content: RecallContent,
  last: number,
): Promise<void> {
  if (scriptId === null || versionId === null) return
  const path = pathOfRecall({ scriptId, versionId }, content.data)
  const since = after(createdAt, -downloadedWithin)
  const downloads = { versionId, since, actorId, isByAuthor: content.data.isByAuthor ?? false }
  await inTransaction(app.db, async (tx) => {
    const batch = { now: app.clock.now(), after: last, limit: batchSize }
    const users = await insertForDownloaders(tx, { ...content, eventId: id, path }, downloads, batch)
    await sendBulkMail(tx, mailsOfRecall(app, users, content, path))
    const lastUser = users.at(-1)?.userId
    const next = users.length === batchSize ? { id, after: lastUser } : { id, followers: true }
    await enqueueJob(tx, dispatchEventJob, next, { key: `dispatch ${id} ${next.after ?? 'followers'}` })
  })
}

/** Without another version the script is hidden. The list of versions may have the withdrawn one on a later page. */
export function pathOfRecall(
  { scriptId, versionId }: Pick<VersionEvent, 'scriptId' | 'versionId'>,
  { replacement }: { replacement: string | null },
): string {
  return replacement === null ? '/notifications' : `/scripts/${scriptId}/report?v=${versionId}`
}

/** The security notice for the users whose notification says that it is mailed. */
function mailsOfRecall(app: App, users: readonly Downloader[], content: RecallContent, path: string): Mail[] {
  const note = downloaderNote(app.settings.siteName)
  return users
    .filter(({ isMailed }) => isMailed)
    .map((user) => {
      const data = { ...content.data, downloadedOn: user.downloadedOn }
      return notificationMail(app, user, recallMailTexts({ ...content, data }, path), note, 'security')
    })
}
