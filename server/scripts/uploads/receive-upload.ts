import type { IncomingMessage } from 'node:http'
import { badRequest, HttpError, forbidden, notFound } from '#platform/errors.ts'
import { readSignedUrl } from '#platform/storage/signed-url.ts'
import type { App } from '#platform/app.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'
import { preemptUpload } from './upload-locks.ts'
import { removeUploadFiles, removeUploadFilesAfterCommit } from './create-upload-url.ts'
import { selectUpload, markCompleted } from './uploads.queries.ts'
import { tooLargeArchive } from './uploads.rules.ts'
import { inTransaction } from '#platform/database/database.ts'

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
export async function completeUpload(
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
