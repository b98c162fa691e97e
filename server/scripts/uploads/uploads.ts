import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import { archiveProblem, scriptLimits } from '#contract/scripts/script-fields.ts'
import type { UploadRequest } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import {
  invalid,
  tooMany,
  badRequest,
  HttpError,
  forbidden,
  notFound,
  conflict,
  unavailable,
} from '#platform/errors.ts'
import { signUrl, readSignedUrl } from '#platform/storage/signed-url.ts'
import { removeUploadFiles, removeUploadFilesAfterCommit } from '#platform/storage/upload-store.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'

import { preemptUpload, abortWriter, withUploadLock } from './upload-locks.ts'
import {
  insertUpload,
  selectUploaded,
  closeOldest,
  removeExpiredUploads,
  selectUpload,
  markCompleted,
  updateClaimed,
  updateProgress,
} from './uploads.queries.ts'
import { tooLargeArchive, longerThanAnnounced } from './uploads.rules.ts'

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
  const fileKey = `scripts/${randomBytes(16).toString('hex')}`
  const expiresAt = after(now, uploadLifetime)
  const sizeMax = input.fileSize ?? scriptLimits.fileSizeMax
  const { id: userId, sessionHash } = actor
  await inTransaction(db, async (tx) => {
    // The lock makes both counts exact.
    await selectUserForUpdate(tx, userId)
    await assertBelowDailyLimit(tx, userId, now)
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

async function assertBelowDailyLimit(tx: Db, userId: number, now: Date): Promise<void> {
  const { bytes, firstAt } = await selectUploaded(tx, userId, after(now, -day))
  if (bytes <= dailyBytesMax) return
  const wait = Math.ceil((after(firstAt ?? now, day).getTime() - now.getTime()) / 1000)
  throw tooMany('You have uploaded 10 GB in the last 24 hours.', Math.max(1, wait))
}

/** Removes expired uploads and the files of interrupted requests. */
export async function sweepUploads({ db, clock, uploads, log }: App): Promise<void> {
  const before = after(clock.now(), -uploadLifetime)
  await removeExpiredUploads(db, before)
  const removed = await uploads.sweep(before)
  if (removed > 0) log.info('Expired uploads were removed', { files: removed })
}

/** Stores the archive of a PUT to a signed URL. A repeated request, as after a lost connection, replaces the first. */
export async function receiveUpload(app: App, token: string, request: IncomingMessage) {
  const { db, clock, uploads, secrets } = app
  const now = clock.now()
  const signed = readSignedUrl(secrets.files, 'upload', token, now)
  if (!signed) throw forbidden('This upload URL is invalid or has expired')
  const upload = await selectUpload(db, String(signed.key))
  if (!upload || upload.consumedAt) throw notFound('This upload URL has been used already')
  await requireSession(db, upload.sessionHash, now, 'scripts.upload')
  if (Number(request.headers['content-length'] ?? 0) > upload.sizeMax) throw tooLargeArchive()

  return preemptUpload(app, upload.key, request, async () => {
    const { id, size, sha256 } = await uploads
      .receive(request, { sizeMax: upload.sizeMax })
      .catch(translateError)
    if (size === 0) {
      await removeUploadFiles(app, [id])
      throw badRequest('The file is empty')
    }
    // The commit may succeed although this fails: the sweep removes a file that belongs to no upload.
    await completeUpload(app, upload.key, { stagedName: id, size, sha256 })
    return { fileKey: upload.key, fileSize: size, sha256 }
  })
}

function translateError(error: unknown): never {
  throw error instanceof HttpError && error.code === 'too_large' ? tooLargeArchive() : error
}

/** Marks an upload as complete and removes the file that an earlier attempt stored. */
async function completeUpload(
  app: App,
  key: string,
  stored: { stagedName: string; size: number; sha256: string },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const previous = await markCompleted(tx, key, { ...stored, completedAt: app.clock.now() })
    if (!previous) throw notFound('This upload URL has been used already')
    const { stagedName } = previous
    if (stagedName !== null && stagedName !== stored.stagedName)
      removeUploadFilesAfterCommit(tx, app, [stagedName])
  })
}

/** `offset` is the number of bytes received. */
type Progress = { offset: number; length: number; expiresAt: Date; fileName: string }

/** Returns the offset to continue at. Aborts the current writer: its client has lost the connection. */
export async function readProgress(app: App, token: string, request: IncomingMessage): Promise<Progress> {
  const { key } = await findResumable(app, token)
  await abortWriter(app, key)
  const upload = await findResumable(app, token)
  const progress = await progressOf(app, upload)
  // The process may have ended after the last byte and before the upload was marked as complete.
  if (progress.offset === progress.length && upload.completedAt === null)
    await withUploadLock(app, key, request, () => finish(app, withTempFile(app, upload)))
  return progress
}

/** Appends the request body at this offset. The bytes that arrive stay stored, also when the connection breaks. */
export async function appendToUpload(
  app: App,
  token: string,
  offset: number,
  request: IncomingMessage,
): Promise<Progress> {
  const { key } = await findResumable(app, token)
  return withUploadLock(app, key, request, async () => {
    const upload = withTempFile(app, await findResumable(app, token))
    const before = await progressOf(app, upload)
    if (offset !== before.offset) throw conflict(`This upload goes on at byte ${before.offset}`)
    const bytesLeft = before.length - offset
    if (Number(request.headers['content-length'] ?? 0) > bytesLeft) throw longerThanAnnounced(before.length)
    if (upload.completedAt !== null) return before

    await append(app, upload, request, bytesLeft)
    const progress = await progressOf(app, upload)
    if (progress.offset === progress.length) await finish(app, upload)
    return progress
  })
}

/** Closes an upload and removes its file. */
export async function terminateUpload(app: App, token: string, request: IncomingMessage): Promise<void> {
  const { key } = await findResumable(app, token)
  await preemptUpload(app, key, request, async () => {
    const { stagedName } = await findResumable(app, token)
    const isClaimed = await updateClaimed(app.db, key, app.clock.now())
    if (isClaimed && stagedName !== null) await removeUploadFiles(app, [stagedName])
  })
}

type ResumableUpload = Awaited<ReturnType<typeof findResumable>>
type ActiveUpload = ResumableUpload & { stagedName: string }

async function findResumable({ db, clock, secrets }: App, token: string) {
  const missing = notFound('This upload does not exist or has expired')
  const now = clock.now()
  const signed = readSignedUrl(secrets.files, 'upload', token, now)
  if (!signed) throw missing
  const upload = await selectUpload(db, String(signed.key))
  if (!upload || upload.consumedAt !== null || upload.length === null) throw missing
  await requireSession(db, upload.sessionHash, now, 'scripts.upload')
  const { key, fileName, length, size, completedAt, expiresAt, stagedName } = upload
  return { key, fileName, length, size: size ?? 0, completedAt, expiresAt, stagedName }
}

/** The size is read from the stored file: the row may be older, after the process ended unexpectedly. */
async function progressOf({ uploads }: App, upload: ResumableUpload): Promise<Progress> {
  const { length, expiresAt, completedAt, size, fileName, stagedName } = upload
  if (completedAt !== null) return { offset: size, length, expiresAt, fileName }
  return { offset: stagedName === null ? 0 : await uploads.sizeOf(stagedName), length, expiresAt, fileName }
}

async function append(
  { db, uploads }: App,
  { key, stagedName, length }: ActiveUpload,
  request: IncomingMessage,
  sizeMax: number,
): Promise<void> {
  await updateProgress(db, key, { stagedName, size: await uploads.sizeOf(stagedName) })
  try {
    await uploads.append(stagedName, request, { sizeMax })
  } catch (error) {
    throw tusError(error, length)
  } finally {
    await updateProgress(db, key, { stagedName, size: await uploads.sizeOf(stagedName) })
  }
}

/** An interrupted or slow connection becomes 503, because the client can continue from the new offset. */
function tusError(error: unknown, length: number): unknown {
  if (!(error instanceof HttpError)) return error
  if (error.code === 'too_large') return longerThanAnnounced(length)
  if (error.code === 'bad_request') return unavailable('The upload was interrupted. Please resume it.')
  return error
}

async function finish(app: App, { key, stagedName, length }: ActiveUpload): Promise<void> {
  const sha256 = await app.uploads.sha256Of(stagedName, length)
  await completeUpload(app, key, { stagedName, size: length, sha256 })
}

function withTempFile(app: App, upload: ResumableUpload): ActiveUpload {
  return { ...upload, stagedName: upload.stagedName ?? app.uploads.createId() }
}
