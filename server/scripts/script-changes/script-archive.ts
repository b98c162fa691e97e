import { archiveExtension, fileMessages } from '#contract/scripts/script-fields.ts'
import type { Actor } from '#platform/actor.ts'
import { invalid } from '#platform/errors.ts'
import { inspectArchive } from '#platform/inspection/archives/inspect-archive.ts'
import type { UploadedFile } from '#platform/storage/multipart.ts'
import type { NewFiles } from '#platform/storage/new-files.ts'
import type { App } from '#platform/app.ts'
import type { Uploaded } from '#server/archives/archives.public.ts'
import {
  updateClaimed as claimUpload,
  selectUpload as findUpload,
  updateReleased as releaseUpload,
} from '#server/scripts/uploads/uploads.queries.ts'
import { assertNotBlocked } from '#server/scripts/versions/hold-back.ts'

/** A received and valid archive that is not in the file store yet. */
export type CheckedArchive = {
  path: string
  fileName: string
  extension: string
  size: number
  sha256: string
  entries: number
  unpackedSize: number
  /** The direct upload of the archive, which can be used for one script. */
  upload: { key: string; stagedName: string } | undefined
}

export type StoredArchive = CheckedArchive & { key: string }

/** Validates the archive of a form: a multipart file or the direct upload that `fileKey` names. */
export async function checkArchive(
  app: App,
  actor: Actor,
  form: {
    archive: UploadedFile | undefined
    fields: { fileKey?: string | undefined; fileSize?: number | undefined }
  },
  uploaded: Uploaded = { userId: actor.id },
): Promise<CheckedArchive | undefined> {
  const received = form.archive ? fromPart(form.archive) : await fromUpload(app, actor, form.fields)
  if (!received) return undefined
  const extension = archiveExtension(received.fileName)
  if (!extension) throw invalid({ scriptFile: fileMessages.fileExtension })
  await assertNotBlocked(app.db, received.sha256, uploaded)
  const { entries, unpackedSize } = await inspectArchive(received.path, { extension })
  return { ...received, extension, entries, unpackedSize }
}

type ReceivedArchive = Pick<CheckedArchive, 'path' | 'fileName' | 'size' | 'sha256' | 'upload'>

function fromPart({ path, fileName, size, sha256 }: UploadedFile): ReceivedArchive {
  return { path, fileName, size, sha256, upload: undefined }
}

const notUploaded = 'The uploaded file was not found. Please upload it again.'

async function fromUpload(
  { db, clock, uploads }: App,
  actor: Actor,
  { fileKey, fileSize }: { fileKey?: string | undefined; fileSize?: number | undefined },
): Promise<ReceivedArchive | undefined> {
  if (fileKey === undefined) return undefined
  const upload = await findUpload(db, fileKey)
  const isMine = upload?.userId === actor.id && upload.consumedAt === null && upload.expiresAt > clock.now()
  if (!upload || !isMine || upload.stagedName === null) throw invalid({ scriptFile: notUploaded })
  const { stagedName, fileName, size, sha256 } = upload
  if (size === null || sha256 === null) throw invalid({ scriptFile: notUploaded })
  if (fileSize !== undefined && fileSize !== size)
    throw invalid({ scriptFile: 'The upload is incomplete. Please upload it again.' })
  const path = await uploads.localPath(stagedName, size)
  return { path, fileName, size, sha256, upload: { key: fileKey, stagedName } }
}

/** Moves a validated archive into the file store. A direct upload is claimed first, so only one script can use it. */
export async function storeArchive(
  app: App,
  newFiles: NewFiles,
  archive: CheckedArchive,
): Promise<StoredArchive> {
  const key = app.files.createKey('archives', archive.extension)
  newFiles.add(key)
  if (archive.upload) await storeUpload(app, { ...archive, ...archive.upload }, key)
  else await app.files.importFile(archive.path, key)
  return { ...archive, key }
}

async function storeUpload(
  { db, clock, uploads }: App,
  upload: { key: string; stagedName: string; size: number },
  to: string,
): Promise<void> {
  if (!(await claimUpload(db, upload.key, clock.now()))) throw invalid({ scriptFile: notUploaded })
  try {
    await uploads.importFile(upload.stagedName, upload.size, to)
  } catch (error) {
    // The upload remains usable, so that the client need not send it again after an outage of the store.
    await releaseUpload(db, upload.key)
    throw error
  }
}
