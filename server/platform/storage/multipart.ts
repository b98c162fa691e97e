import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'

import { invalidUnicodeText } from '#contract/platform/fields.ts'
import { badRequest, HttpError, invalid } from '#platform/errors.ts'
import { storageProblem } from '#platform/storable-text.ts'

import { cleanFileName } from './file-name.ts'
import { checkPartHeader, watchPartHeaders } from './multipart-headers.ts'
import { watchTransferRate, type MinRate } from './transfer-timeout.ts'
import type { StageFile, StagedFile } from './staging.ts'

export type UploadedFile = StagedFile & {
  field: string
  /** The name that the client sent, cleaned; may be empty, never a path. */
  fileName: string
  /** Claimed by the client, not verified. */
  mimeType: string
}

type FilePlan = {
  sizeMax: number
  countMax: number
  /** `position` is the position of the file in its field, from 1. */
  tooLargeMessage: (position: number) => string
  tooManyMessage: string
}

export type MultipartPlan = {
  files: Readonly<Record<string, FilePlan>>
  fieldSizeMax: number
  fieldsMax: number
  stage: StageFile
  minRate?: MinRate
}

export type MultipartForm = {
  fields: Record<string, string>
  /** One list for each field of the plan, possibly empty. */
  files: Record<string, UploadedFile[]>
  /** Removes every staged file that has not been moved into the store. */
  discard(): Promise<void>
}

const headerSizeMax = 8 * 1024
// Clients may add unknown parts; this many are ignored.
const extraPartsMax = 10
const nameMax = 100

/**
 * Reads a multipart form and streams its files to the disk. An invalid form throws an HttpError and leaves no file; the
 * request is drained for up to a second first, so that the client can read the error response.
 */
export async function receiveMultipart(
  request: IncomingMessage,
  plan: MultipartPlan,
): Promise<MultipartForm> {
  const bytesMax = bytesMaxOf(plan)
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    throw discardBody(request, tooLargeForm(plan))
  const parser = createParser(request, plan)
  const parts = createPartCollector(plan)
  try {
    await parseBody(request, parser, parts, plan, bytesMax)
    // `failed` comes first: an invalid last field and the end of the form may arrive together.
    await Promise.race([parts.failed, Promise.all(parts.stagings)])
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
  const parts = fieldsMax + extraPartsMax + plans.reduce((sum, { countMax }) => sum + countMax, 0)
  const content =
    fieldsMax * fieldSizeMax + plans.reduce((sum, { countMax, sizeMax }) => sum + countMax * sizeMax, 0)
  return content + parts * headerSizeMax
}

/** A form larger than all limits together is reported on the field with the largest limit. */
function tooLargeForm({ files }: MultipartPlan): HttpError {
  const [largest] = Object.entries(files).sort(([, a], [, b]) => b.sizeMax - a.sizeMax)
  if (!largest) return new HttpError('too_large', 'The form is too large')
  return invalid({ [largest[0]]: largest[1].tooLargeMessage(1) }, 'too_large')
}

function discardBody(request: IncomingMessage, error: HttpError): HttpError {
  request.resume()
  return error
}

function createParser(request: IncomingMessage, plan: MultipartPlan): BusboyInstance {
  const contentType = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType))
    throw discardBody(request, new HttpError('unsupported_media_type', 'This call takes multipart/form-data'))
  const fileCount = Object.values(plan.files).reduce((sum, { countMax }) => sum + countMax, 0)
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // cleanFileName gets the whole name: busboy would cut it at the last slash.
      preservePath: true,
      // Each character of a value is one of its bytes, see checkPartHeader.
      defCharset: 'latin1',
      limits: {
        fields: plan.fieldsMax,
        fieldSize: plan.fieldSizeMax,
        parts: plan.fieldsMax + fileCount + extraPartsMax,
        headerSize: headerSizeMax,
        headerPairs: 20,
      },
    })
  } catch {
    throw discardBody(request, badRequest('The form has no valid boundary'))
  }
}

type PartCollector = ReturnType<typeof createPartCollector>

/** `failed` rejects as soon as a part is invalid. */
function createPartCollector(plan: MultipartPlan) {
  const fields = new Map<string, string>()
  const files = Object.fromEntries(Object.keys(plan.files).map((name) => [name, [] as UploadedFile[]]))
  const counts = new Map<string, number>()
  const stagings: Promise<void>[] = []
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  let current: BusboyFileStream | undefined
  let isAbandoned = false

  function receiveFile(field: unknown, stream: BusboyFileStream, fileName: string, mimeType: string): void {
    const name = validateName(field)
    const limits = Object.hasOwn(plan.files, name) ? plan.files[name] : undefined
    // Browsers send a file input without a selection as a part with an empty file name.
    if (!limits || fileName === '' || isAbandoned) return void stream.resume()
    const index = (counts.get(name) ?? 0) + 1
    counts.set(name, index)
    if (index > limits.countMax) throw invalid({ [name]: limits.tooManyMessage })
    current = stream
    const metadata = { field: name, fileName: cleanFileName(fileName), mimeType: validMimeType(mimeType) }
    stagings.push(stage(stream, limits, index, metadata).catch(fail))
  }

  async function stage(
    stream: BusboyFileStream,
    limits: FilePlan,
    index: number,
    metadata: Pick<UploadedFile, 'field' | 'fileName' | 'mimeType'>,
  ): Promise<void> {
    const staged = await plan.stage(stream, limits.sizeMax).catch((error: unknown) => {
      const isTooLarge = error instanceof HttpError && error.code === 'too_large'
      throw isTooLarge ? invalid({ [metadata.field]: limits.tooLargeMessage(index) }, 'too_large') : error
    })
    // The index keeps the order: a small file may be staged before a large one that was sent first.
    const list = files[metadata.field]
    if (list) list[index - 1] = { ...staged, ...metadata }
  }

  function receiveField(field: unknown, latin1: string, isTruncated: boolean): void {
    const name = validateName(field)
    const bytes = Buffer.from(latin1, 'latin1')
    // A limit can cut a character.
    if (!isTruncated && !isUtf8(bytes)) throw invalid({ [name]: invalidUnicodeText })
    const value = bytes.toString()
    const problem = storageProblem(value)
    if (problem !== undefined) throw invalid({ [name]: problem })
    if (isTruncated) throw invalid({ [name]: 'This text is too long' }, 'too_large')
    if (fields.has(name)) throw badRequest(`The form holds the field ${name} twice`)
    fields.set(name, value)
  }

  /** Destroying the stream makes the staging of the current file fail, which removes the file. */
  function abandon(): void {
    isAbandoned = true
    current?.destroy()
  }

  /** A list has holes for files that are not staged yet; `flat` skips them. */
  async function discard(): Promise<void> {
    for (const file of Object.values(files).flat()) await file.discard()
  }

  return { fields, files, stagings, failed, fail, receiveFile, receiveField, abandon, discard }
}

/** Resolves at the end of the body; rejects when it ends early, is too long or too slow. */
function parseBody(
  request: IncomingMessage,
  parser: BusboyInstance,
  parts: PartCollector,
  plan: MultipartPlan,
  bytesMax: number,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const rate = watchTransferRate(plan.minRate ?? {}, reject)
  const tooManyParts = () => reject(badRequest('The form has too many parts'))
  let bytes = 0

  function count(chunk: Buffer): void {
    bytes += chunk.length
    rate.count(chunk.length)
    // Ignored parts count as well.
    if (bytes > bytesMax) reject(tooLargeForm(plan))
  }
  function endEarly(): void {
    if (!request.readableEnded) reject(badRequest('The form ended too early'))
  }

  watchPartHeaders(parser, (header) => catchInto(parts, () => checkPartHeader(header)))
  parser
    .on('file', (field, stream, fileName: string | undefined, _encoding, mimeType) => {
      // The parser reports the same error.
      stream.on('error', () => undefined)
      catchInto(parts, () => parts.receiveFile(field, stream, fileName ?? '', mimeType))
    })
    .on('field', (field, value, _nameTruncated, isTruncated) =>
      catchInto(parts, () => parts.receiveField(field, value, isTruncated)),
    )
    .on('partsLimit', tooManyParts)
    .on('fieldsLimit', tooManyParts)
    .on('error', () => reject(badRequest('The form ended too early')))
    .on('finish', resolve)
  request.on('error', endEarly).on('close', endEarly).on('data', count)
  parts.failed.catch(reject)
  request.pipe(parser)
  if (request.destroyed) endEarly()
  return promise.finally(() => {
    rate.stop()
    request.off('data', count)
  })
}

function catchInto(parts: PartCollector, receive: () => void): void {
  try {
    receive()
  } catch (error) {
    parts.fail(error)
  }
}

/** busboy passes undefined for a part without a name, contrary to its types. */
function validateName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw badRequest('A part of the form has no name')
  const problem = storageProblem(name)
  if (problem !== undefined) throw badRequest(problem)
  if (name.length > nameMax) throw badRequest('A part of the form has a name that is too long')
  return name
}

function validMimeType(mimeType: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType : 'application/octet-stream'
}

/**
 * Reads and discards the rest of a request, up to a limit. A client that is still sending when the connection closes
 * often sees a reset instead of the error response.
 */
function drain(
  stream: Readable,
  { bytesMax = 64 * 1024 ** 2, milliseconds = 1000 }: { bytesMax?: number; milliseconds?: number } = {},
): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(stop, milliseconds)
    function count(chunk: Buffer): void {
      bytes += chunk.length
      if (bytes > bytesMax) stop()
    }
    function stop(): void {
      clearTimeout(timer)
      stream.off('data', count).off('end', stop).off('close', stop)
      // Discards until the connection closes.
      stream.resume()
      resolve()
    }
    // The error listener stays: a later connection error must not end the process.
    stream.on('error', stop).on('data', count).on('end', stop).on('close', stop)
    stream.resume()
  })
}
