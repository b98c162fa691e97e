import { archiveExtension, fileMessages } from '#contract/script-fields.ts'
import type { Actor } from '#platform/actor.ts'
import { invalid } from '#platform/failures.ts'
import { inspectArchive } from '#platform/files/archives/inspect-archive.ts'
import type { UploadedFile } from '#platform/files/multipart.ts'
import type { Hub } from '#platform/hub.ts'
import { claimUpload, findUpload, releaseUpload } from '#server/uploads/uploads.public.ts'

/** An archive that arrived and was found good, not yet in the store. */
export type CheckedArchive = {
  path: string
  fileName: string
  extension: string
  size: number
  sha256: string
  entries: number
  unpackedSize: number
  /** The direct upload that brought it, good for one script. */
  upload: { key: string; stagedName: string } | undefined
}

export type StoredArchive = CheckedArchive & { key: string }

/** Lists and judges the archive of a form: the part that came with it, or the direct upload that it names. */
export async function checkArchive(
  hub: Hub,
  actor: Actor,
  form: {
    archive: UploadedFile | undefined
    fields: { fileKey?: string | undefined; fileSize?: number | undefined }
  },
): Promise<CheckedArchive | undefined> {
  const arrived = form.archive ? fromPart(form.archive) : await fromUpload(hub, actor, form.fields)
  if (!arrived) return undefined
  const extension = archiveExtension(arrived.fileName)
  if (!extension) throw invalid({ scriptFile: fileMessages.fileExtension })
  const { entries, unpackedSize } = await inspectArchive(arrived.path, { extension })
  return { ...arrived, extension, entries, unpackedSize }
}

type Arrived = Pick<CheckedArchive, 'path' | 'fileName' | 'size' | 'sha256' | 'upload'>

function fromPart({ path, fileName, size, sha256 }: UploadedFile): Arrived {
  return { path, fileName, size, sha256, upload: undefined }
}

const notUploaded = 'The uploaded file was not found. Please upload it again.'

async function fromUpload(
  { db, clock, incoming }: Hub,
  actor: Actor,
  { fileKey, fileSize }: { fileKey?: string | undefined; fileSize?: number | undefined },
): Promise<Arrived | undefined> {
  if (fileKey === undefined) return undefined
  const upload = await findUpload(db, fileKey)
  const isMine = upload?.userId === actor.id && upload.consumedAt === null && upload.expiresAt > clock.now()
  if (!upload || !isMine || upload.stagedName === null) throw invalid({ scriptFile: notUploaded })
  const { stagedName, fileName, size, sha256 } = upload
  if (size === null || sha256 === null) throw invalid({ scriptFile: notUploaded })
  if (fileSize !== undefined && fileSize !== size)
    throw invalid({ scriptFile: 'The upload is incomplete. Please upload it again.' })
  const path = await incoming.localPath(stagedName, size)
  return { path, fileName, size, sha256, upload: { key: fileKey, stagedName } }
}

/** Moves a checked archive to its key. An upload is claimed first: of two scripts that name it one gets it. */
export async function storeArchive(hub: Hub, archive: CheckedArchive): Promise<StoredArchive> {
  const key = hub.files.newKey('archives', archive.extension)
  if (archive.upload) await storeUpload(hub, { ...archive, ...archive.upload }, key)
  else await hub.files.moveIn(archive.path, key)
  return { ...archive, key }
}

async function storeUpload(
  { db, clock, incoming }: Hub,
  upload: { key: string; stagedName: string; size: number },
  to: string,
): Promise<void> {
  if (!(await claimUpload(db, upload.key, clock.now()))) throw invalid({ scriptFile: notUploaded })
  try {
    await incoming.moveIn(upload.stagedName, upload.size, to)
  } catch (error) {
    // Nothing has moved: nobody should have to send it again because the store was away for a moment.
    await releaseUpload(db, upload.key)
    throw error
  }
}
