import type { IncomingMessage } from 'node:http'

import type { z } from 'zod/mini'

import { archiveProblem, fileMessages, imagesProblem, scriptLimits } from '#contract/script-fields.ts'
import { invalid, type FieldMessages } from '#platform/failures.ts'
import { receiveMultipart, type UploadedFile } from '#platform/files/multipart.ts'
import { stageStream } from '#platform/files/staging.ts'
import type { Hub } from '#platform/hub.ts'
import { fieldMessages } from '#platform/parse.ts'

/** What a submit or edit form brought; its files wait in staging until they are stored or discarded. */
export type ReceivedForm<Fields> = {
  fields: Fields
  archive: UploadedFile | undefined
  images: UploadedFile[]
  discard: () => Promise<void>
}

/** Which files a form cannot do without; `mayLackArchive` when the text fields can name an earlier upload. */
type Needs = { archive: boolean; images: boolean }

/** Reads a whole form, files to disk, and refuses it with every message at once: nobody corrects a form field by field. */
export async function receiveScriptForm<Schema extends z.ZodMiniType<{ fileKey?: string | undefined }>>(
  hub: Hub,
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
      images: {
        sizeMax: scriptLimits.imageSizeMax,
        countMax: scriptLimits.imagesMax,
        tooLargeMessage: fileMessages.imageTooLarge,
        tooManyMessage: fileMessages.tooManyImages,
      },
    },
    fieldSizeMax: 16 * 1024,
    fieldsMax: 20,
    stage: (stream, sizeMax) => stageStream(hub.staging, stream, { sizeMax }),
  })
  try {
    const archive = form.files.scriptFile?.[0]
    const images = form.files.images ?? []
    const parsed = schema.safeParse(form.fields)
    const messages: FieldMessages = parsed.success ? {} : fieldMessages(parsed.error.issues)
    const fileKey = parsed.success ? parsed.data.fileKey : form.fields.fileKey
    if (archive || (needs.archive && !fileKey))
      note(messages, 'scriptFile', archiveProblem(archive && asChosen(archive)))
    if (images.length > 0 || needs.images) note(messages, 'images', imagesProblem(images.map(asChosen)))
    if (!parsed.success || Object.keys(messages).length > 0) throw invalid(messages)
    return { fields: parsed.data, archive, images, discard: () => form.discard() }
  } catch (error) {
    await form.discard()
    throw error
  }
}

function asChosen({ fileName, mimeType, size }: UploadedFile) {
  return { name: fileName, type: mimeType, size }
}

function note(messages: FieldMessages, field: string, problem: string | undefined): void {
  if (problem !== undefined) messages[field] = problem
}
