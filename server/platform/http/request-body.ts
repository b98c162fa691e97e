import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

import { badRequest, HttpError, tooLarge } from '#platform/errors.ts'
import { assertStorable, notUtf8 } from '#platform/storable-text.ts'

/** Calls can declare another one. */
const defaultMax = 64 * 1024

/** How a body is read before the handler runs. A multipart body is left to the handler. */
export type BodyKind = 'json' | 'bytes' | 'multipart'

export async function readBody(
  kind: BodyKind | undefined,
  request: IncomingMessage,
  max = defaultMax,
): Promise<unknown> {
  if (kind === undefined) return undefined
  if (kind === 'bytes') return readBytes(request, max)
  const contentType = request.headers['content-type']
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase()
  if (kind === 'multipart') {
    if (mediaType !== 'multipart/form-data') throw unsupported('This call takes multipart/form-data')
    return undefined
  }
  if (contentType === undefined && !hasBody(request)) return undefined
  if (mediaType !== 'application/json') throw unsupported('This content type is not supported')
  const bytes = await readBytes(request, max)
  if (!isUtf8(bytes)) throw notUtf8()
  return parseJson(bytes.toString())
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function unsupported(message: string): HttpError {
  return new HttpError('unsupported_media_type', message)
}

async function readBytes(request: IncomingMessage, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // The connection stays open after an early exit, so that the client receives the error.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > max) throw tooLarge('The request is too large')
      chunks.push(bytes)
    }
  } catch (error) {
    throw error instanceof HttpError ? error : badRequest('The request is not valid')
  }
  return Buffer.concat(chunks)
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text, (key, part: unknown) => (key === '__proto__' ? undefined : part))
  } catch {
    throw badRequest('The request body is not valid JSON')
  }
  if (unstorableEscape.test(text)) assertStorable(value)
  return value
}

/** Only escapes can write NUL or half a surrogate pair in JSON. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/i

/** Disconnects a client that sends its body slowly, even if nothing reads it. A file transfer clears the timer. */
export function limitBodyTime(request: IncomingMessage, milliseconds: number): NodeJS.Timeout | undefined {
  if (!hasBody(request)) return undefined
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, milliseconds)
  timer.unref()
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  return timer
}
