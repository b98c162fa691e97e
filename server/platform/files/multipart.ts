import type { IncomingMessage } from 'node:http'

import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'

import { badRequest, Failure, invalid } from '#platform/failures.ts'

import { drain } from './drain.ts'
import { cleanFileName } from './file-name.ts'
import { watchPace, type Pace } from './pace.ts'
import type { Stage, StagedFile } from './staging.ts'

export type UploadedFile = StagedFile & {
  field: string
  /** As the client names it, cleaned; it may be empty and never becomes a path. */
  fileName: string
  /** As the client claims it: a hint, never a proof. */
  mimeType: string
}

type FilePlan = {
  sizeMax: number
  countMax: number
  /** For the file at this place of its field, counted from 1. */
  tooLargeMessage: (index1: number) => string
  tooManyMessage: string
}

export type MultipartPlan = {
  files: Readonly<Record<string, FilePlan>>
  fieldSizeMax: number
  fieldsMax: number
  stage: Stage
  pace?: Pace
}

export type MultipartForm = {
  fields: Record<string, string>
  /** A list for every planned field, empty when none came. */
  files: Record<string, UploadedFile[]>
  /** Removes every staged file that has not been moved into the store. */
  discard(): Promise<void>
}

const headerSizeMax = 8 * 1024
// Browsers and old clients add parts nobody asked for; a few are ignored before it counts as abuse.
const spareParts = 10
const nameMax = 100

/**
 * Reads a multipart form, its files streamed to the disk. A form that breaks a rule is a Failure, and nothing of it
 * stays on the disk. By then the request has been drained for a moment; the HTTP layer answers and, if the body is
 * still not complete, closes the connection.
 */
export async function receiveMultipart(
  request: IncomingMessage,
  plan: MultipartPlan,
): Promise<MultipartForm> {
  const bytesMax = bytesMaxOf(plan)
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    throw refuseUnread(request, tooLargeForm(plan))
  const parser = openParser(request, plan)
  const parts = collectParts(plan)
  try {
    await pump(request, parser, parts, plan, bytesMax)
    await Promise.race([Promise.all(parts.stagings), parts.failed])
    return { fields: Object.fromEntries(parts.fields), files: parts.files, discard: parts.discard }
  } catch (error) {
    request.unpipe(parser)
    parts.abandon()
    await Promise.allSettled(parts.stagings)
    await parts.discard()
    await drain(request)
    throw error
  }
}

function bytesMaxOf({ files, fieldsMax, fieldSizeMax }: MultipartPlan): number {
  const plans = Object.values(files)
  const parts = fieldsMax + spareParts + plans.reduce((sum, { countMax }) => sum + countMax, 0)
  const content =
    fieldsMax * fieldSizeMax + plans.reduce((sum, { countMax, sizeMax }) => sum + countMax * sizeMax, 0)
  return content + parts * headerSizeMax
}

/** More than all limits together can only mean the field that may hold the most. */
function tooLargeForm({ files }: MultipartPlan): Failure {
  const [largest] = Object.entries(files).sort(([, a], [, b]) => b.sizeMax - a.sizeMax)
  if (!largest) return new Failure('too_large', 'The form is too large')
  return invalid({ [largest[0]]: largest[1].tooLargeMessage(1) }, 'too_large')
}

function refuseUnread(request: IncomingMessage, failure: Failure): Failure {
  request.resume()
  return failure
}

function openParser(request: IncomingMessage, plan: MultipartPlan): BusboyInstance {
  const contentType = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType))
    throw refuseUnread(request, new Failure('unsupported_media_type', 'This call takes multipart/form-data'))
  const fileCount = Object.values(plan.files).reduce((sum, { countMax }) => sum + countMax, 0)
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // The whole name is cleaned here; busboy's own cutting hides what was sent.
      preservePath: true,
      limits: {
        fields: plan.fieldsMax,
        fieldSize: plan.fieldSizeMax,
        parts: plan.fieldsMax + fileCount + spareParts,
        headerSize: headerSizeMax,
        headerPairs: 20,
      },
    })
  } catch {
    throw refuseUnread(request, badRequest('The form has no valid boundary'))
  }
}

type Parts = ReturnType<typeof collectParts>

/** Takes the parts one after another; `failed` rejects as soon as one of them breaks a rule. */
function collectParts(plan: MultipartPlan) {
  const fields = new Map<string, string>()
  const files = Object.fromEntries(Object.keys(plan.files).map((name) => [name, [] as UploadedFile[]]))
  const counts = new Map<string, number>()
  const stagings: Promise<void>[] = []
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  let current: BusboyFileStream | undefined
  let isAbandoned = false

  function receiveFile(field: unknown, stream: BusboyFileStream, fileName: string, mimeType: string): void {
    const name = checkedName(field)
    const limits = Object.hasOwn(plan.files, name) ? plan.files[name] : undefined
    // An input without a chosen file arrives as a part with an empty name.
    if (!limits || fileName === '' || isAbandoned) return void stream.resume()
    const index = (counts.get(name) ?? 0) + 1
    counts.set(name, index)
    if (index > limits.countMax) throw invalid({ [name]: limits.tooManyMessage })
    current = stream
    const known = { field: name, fileName: cleanFileName(fileName), mimeType: knownMimeType(mimeType) }
    stagings.push(stage(stream, limits, index, known).catch(fail))
  }

  async function stage(
    stream: BusboyFileStream,
    limits: FilePlan,
    index: number,
    known: Pick<UploadedFile, 'field' | 'fileName' | 'mimeType'>,
  ): Promise<void> {
    const staged = await plan.stage(stream, limits.sizeMax).catch((error: unknown) => {
      const isTooLarge = error instanceof Failure && error.code === 'too_large'
      throw isTooLarge ? invalid({ [known.field]: limits.tooLargeMessage(index) }, 'too_large') : error
    })
    // At its own place: a small file is ready before a large one that came first.
    const list = files[known.field]
    if (list) list[index - 1] = { ...staged, ...known }
  }

  function receiveField(field: unknown, value: string, isCut: boolean): void {
    const name = checkedName(field)
    if (value.includes('\0')) throw badRequest('Text must not contain NUL characters')
    if (isCut) throw invalid({ [name]: 'This text is too long' }, 'too_large')
    if (fields.has(name)) throw badRequest(`The form holds the field ${name} twice`)
    fields.set(name, value)
  }

  /** The staging of a file under way ends with its stream, and removes what it wrote. */
  function abandon(): void {
    isAbandoned = true
    current?.destroy()
  }

  /** A list has a hole where its file is not staged yet; `flat` leaves holes out. */
  async function discard(): Promise<void> {
    for (const file of Object.values(files).flat()) await file.discard()
  }

  return { fields, files, stagings, failed, fail, receiveFile, receiveField, abandon, discard }
}

/** Leads the body through the parser; resolves at its end and rejects when it is cut short or goes on too long. */
function pump(
  request: IncomingMessage,
  parser: BusboyInstance,
  parts: Parts,
  plan: MultipartPlan,
  bytesMax: number,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const pace = watchPace(plan.pace ?? {}, reject)
  const tooManyParts = () => reject(badRequest('The form has too many parts'))
  let bytes = 0

  function count(chunk: Buffer): void {
    bytes += chunk.length
    pace.note(chunk.length)
    // Parts that nobody asked for are thrown away, and must end too.
    if (bytes > bytesMax) reject(tooLargeForm(plan))
  }
  function cutShort(): void {
    if (!request.readableEnded) reject(badRequest('The form ended too early'))
  }

  parser
    .on('file', (field, stream, fileName: string | undefined, _encoding, mimeType) => {
      // A part that breaks off is told by its stream too; the form's own error speaks for it.
      stream.on('error', () => undefined)
      attempt(parts, () => parts.receiveFile(field, stream, fileName ?? '', mimeType))
    })
    .on('field', (field, value, _nameCut, isCut) =>
      attempt(parts, () => parts.receiveField(field, value, isCut)),
    )
    .on('partsLimit', tooManyParts)
    .on('fieldsLimit', tooManyParts)
    .on('error', () => reject(badRequest('The form ended too early')))
    .on('finish', resolve)
  request.on('error', cutShort).on('close', cutShort).on('data', count)
  parts.failed.catch(reject)
  request.pipe(parser)
  if (request.destroyed) cutShort()
  return promise.finally(() => {
    pace.stop()
    request.off('data', count)
  })
}

function attempt(parts: Parts, receive: () => void): void {
  try {
    receive()
  } catch (error) {
    parts.fail(error)
  }
}

/** busboy gives undefined for a part without a name, whatever its types say. */
function checkedName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw badRequest('A part of the form has no name')
  if (name.includes('\0')) throw badRequest('Text must not contain NUL characters')
  if (name.length > nameMax) throw badRequest('A part of the form has a name that is too long')
  return name
}

function knownMimeType(mimeType: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType : 'application/octet-stream'
}
