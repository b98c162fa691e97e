import { randomBytes } from 'node:crypto'
import { archiveProblem, scriptLimits } from '#contract/scripts/script-fields.ts'
import type { UploadRequest } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import { after, day } from '#platform/clock.ts'
import { inTransaction, afterCommit, type Db } from '#platform/database/database.ts'
import { invalid, tooMany } from '#platform/errors.ts'
import { signUrl } from '#platform/storage/signed-url.ts'
import type { App } from '#platform/app.ts'
import { insertUpload, selectUploaded, closeOldest, removeExpiredUploads } from './uploads.queries.ts'
import { serializeError } from '#platform/log.ts'

/** An upload can be used for a script for this long. */
export const uploadLifetime = day
const openMax = 5
const dailyBytesMax = 10 * 1024 ** 3

/** Creates an upload for one archive. A sixth open upload closes the oldest one, so that no user is locked out. */
export async function createUploadUrl(app: App, actor: Actor, input: UploadRequest) {
  const { db, clock, secrets } = app
  const problem = archiveProblem({ name: input.fileName, size: input.fileSize ?? 0 })
  if (problem !== undefined) throw invalid({ fileName: problem })
  const now = clock.now()
  const { bytes, firstAt } = await selectUploaded(db, actor.id, after(now, -day))
  if (bytes > dailyBytesMax) {
    const wait = Math.ceil((after(firstAt ?? now, day).getTime() - now.getTime()) / 1000)
    throw tooMany('You have uploaded 10 GB in the last 24 hours.', Math.max(1, wait))
  }

  const fileKey = `scripts/${randomBytes(16).toString('hex')}`
  const expiresAt = after(now, uploadLifetime)
  const sizeMax = input.fileSize ?? scriptLimits.fileSizeMax
  const { id: userId, sessionHash } = actor
  await inTransaction(db, async (tx) => {
    await insertUpload(tx, {
      key: fileKey,
      userId,
      sessionHash,
      fileName: input.fileName,
      sizeMax,
      length: input.fileSize ?? null,
      createdAt: now,
      expiresAt,
    })
    removeUploadFilesAfterCommit(tx, app, await closeOldest(tx, userId, openMax, now))
  })
  const token = signUrl(secrets.files, 'upload', { key: fileKey }, expiresAt)
  return { uploadUrl: `/files/upload/${token}`, fileKey, expiresAt: expiresAt.toISOString() }
}

/** Logs errors instead of throwing: the sweep removes what remains. */
export async function removeUploadFiles(
  { uploads, log }: Pick<App, 'uploads' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  await uploads
    .remove(ids)
    .catch((error: unknown) => log.warn('An upload was not removed', serializeError(error)))
}

export function removeUploadFilesAfterCommit(tx: Db, app: App, ids: readonly string[]): void {
  afterCommit(tx, () => void removeUploadFiles(app, ids))
}

/** Removes expired uploads and the files of interrupted requests. */
export async function sweepUploads({ db, clock, uploads, log }: App): Promise<void> {
  const before = after(clock.now(), -uploadLifetime)
  await removeExpiredUploads(db, before)
  const removed = await uploads.sweep(before)
  if (removed > 0) log.info('Expired uploads were removed', { files: removed })
}
