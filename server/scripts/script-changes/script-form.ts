import type { IncomingMessage } from 'node:http'

import type { z } from 'zod/mini'

import { archiveProblem, fileMessages, imagesProblem, scriptLimits } from '#contract/scripts/script-fields.ts'
import { invalid, type FieldMessages } from '#platform/errors.ts'
import { receiveMultipart, type UploadedFile } from '#platform/storage/multipart.ts'
import { stageStream } from '#platform/storage/staging.ts'
import type { App } from '#platform/app.ts'
import { fieldMessages } from '#platform/parse.ts'

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
