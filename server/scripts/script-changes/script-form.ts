import type { IncomingMessage } from 'node:http'
import type { z } from 'zod/mini'
import { randomBytes } from 'node:crypto'

import {
  archiveProblem,
  fileMessages,
  imagesProblem,
  scriptLimits,
  archiveExtension,
} from '#contract/scripts/script-fields.ts'
import { invalid, type FieldMessages } from '#platform/errors.ts'
import { receiveMultipart, type UploadedFile } from '#platform/storage/multipart.ts'
import { stageStream } from '#platform/storage/staging.ts'
import type { App } from '#platform/app.ts'
import { fieldMessages } from '#platform/parse.ts'
import type { Actor } from '#platform/actor.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import { inspectArchive } from '#platform/inspection/archives/inspect-archive.ts'
import type { NewFiles } from '#platform/storage/new-files.ts'
import type { Uploaded } from '#server/archives/archives.public.ts'
import { removeUploadFilesAfterCommit } from '#platform/storage/upload-store.ts'
import { selectUpload as findUpload, updateClaimed } from '#server/scripts/uploads/uploads.queries.ts'
import { assertNotBlocked, type Archive } from '#server/scripts/versions/add-version.ts'
import { encodeImage } from '#platform/inspection/images.ts'
import type { ImageRow } from '#server/scripts/script-rows.queries.ts'

/** The width in the URL of an image; `imageAt` derives the URLs of the others. */
const urlWidth = 960

/** A received and valid archive that is not in the file store yet. */
type CheckedArchive = Omit<Archive, 'key'> & {
  path: string
  /** The direct upload of the archive, which can be used for one script. */
  upload: { key: string; stagedName: string } | undefined
}

export type StoredArchive = CheckedArchive & { key: string }

type ReceivedArchive = Pick<CheckedArchive, 'path' | 'fileName' | 'size' | 'sha256' | 'upload'>

const notUploaded = 'The uploaded file was not found. Please upload it again.'

/** A parsed submit or edit form. Its files are in staging until they are stored or discarded. */
export type ReceivedForm<Fields> = {
  fields: Fields
  archive: UploadedFile | undefined
  images: UploadedFile[]
  discard: () => Promise<void>
}

/** The files that a form requires. A `fileKey` replaces the archive. Without `images` it takes none. */
type Needs = { archive: boolean; images?: boolean }

/** Reads a form, writes its files to staging, and rejects it with the messages of all invalid fields. */
export async function receiveScriptForm<Schema extends z.ZodMiniType<{ fileKey?: string | undefined }>>(
  app: App,
  request: IncomingMessage,
  schema: Schema,
  needs: Needs,
): Promise<ReceivedForm<z.output<Schema>>> {
  const form = await receiveMultipart(request, {
    files: {
      scriptFile: {
        sizeMax: scriptLimits.fileSizeMax,
        countMax: 1,
        tooLargeMessage: () => fileMessages.fileTooLarge,
        tooManyMessage: 'Only one script file is allowed',
      },
      ...(needs.images !== undefined && {
        images: {
          sizeMax: scriptLimits.imageSizeMax,
          countMax: scriptLimits.imagesMax,
          tooLargeMessage: fileMessages.imageTooLarge,
          tooManyMessage: fileMessages.tooManyImages,
        },
      }),
    },
    // `expected` has the former documentation, where JSON writes some characters as several.
    fieldSizeMax: 128 * 1024,
    fieldsMax: 25,
    stage: (stream, sizeMax) => stageStream(app.staging, stream, { sizeMax }),
  })
  try {
    const archive = form.files.scriptFile?.[0]
    const images = form.files.images ?? []
    const parsed = schema.safeParse(form.fields)
    const messages: FieldMessages = parsed.success ? {} : fieldMessages(parsed.error.issues)
    const fileKey = parsed.success ? parsed.data.fileKey : form.fields.fileKey
    if (archive || (needs.archive && !fileKey))
      addMessage(messages, 'scriptFile', archiveProblem(archive && toFileInfo(archive)))
    if (images.length > 0 || needs.images)
      addMessage(messages, 'images', imagesProblem(images.map(toFileInfo)))
    if (!parsed.success || Object.keys(messages).length > 0) throw invalid(messages)
    return { fields: parsed.data, archive, images, discard: () => form.discard() }
  } catch (error) {
    await form.discard()
    throw error
  }
}

function toFileInfo({ fileName, mimeType, size }: UploadedFile) {
  return { name: fileName, type: mimeType, size }
}

function addMessage(messages: FieldMessages, field: string, problem: string | undefined): void {
  if (problem !== undefined) messages[field] = problem
}

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

function fromPart({ path, fileName, size, sha256 }: UploadedFile): ReceivedArchive {
  return { path, fileName, size, sha256, upload: undefined }
}

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

/** Puts a validated archive into the file store. A direct upload stays where it is until `claimUpload`. */
export async function storeArchive(
  { files, uploads }: App,
  newFiles: NewFiles,
  archive: CheckedArchive,
): Promise<StoredArchive> {
  const key = files.createKey('archives', archive.extension)
  newFiles.add(key)
  const { upload, size, path } = archive
  if (upload) await uploads.copyFile(upload.stagedName, size, key)
  else await files.importFile(path, key)
  return { ...archive, key }
}

/** In the transaction that references the archive: only one script can use a direct upload, and none after an error. */
export async function claimUpload(
  app: App,
  { db: tx, now }: Pick<Write, 'db' | 'now'>,
  { upload }: StoredArchive,
): Promise<void> {
  if (!upload) return
  if (!(await updateClaimed(tx, upload.key, now))) throw invalid({ scriptFile: notUploaded })
  removeUploadFilesAfterCommit(tx, app, [upload.stagedName])
}

/**
 * Re-encodes images and stores all their sizes. Equal images get different names, so that one can be removed without
 * checking for other references.
 */
export async function storeImages(
  { files }: App,
  newFiles: NewFiles,
  staged: readonly { path: string }[],
): Promise<ImageRow[]> {
  const stored: ImageRow[] = []
  for (const [index, { path }] of staged.entries()) {
    const image = await encodeImage(path, { message: fileMessages.imageType(index + 1), field: 'images' })
    const name = `${image.sha256.slice(0, 24)}-${randomBytes(6).toString('hex')}`
    const row = {
      key: name,
      url: '',
      files: [] as string[],
      width: image.width,
      height: image.height,
      color: image.color,
    }
    for (const variant of image.variants) {
      const key = files.createKey('images', variant.extension, `${name}-${variant.label}`)
      newFiles.add(key)
      await files.write(key, variant.bytes)
      row.files.push(key)
      if (variant.label === String(urlWidth) && variant.extension === 'webp') row.url = `/files/${key}`
    }
    stored.push(row)
  }
  return stored
}
