import type { IncomingMessage, ServerResponse } from 'node:http'

import fresh from 'fresh'
import parseRange from 'range-parser'

import type { ByteRange } from '#platform/storage/store.ts'

import { setHeaders, type Headers } from './headers.ts'

/** The result of a handler. `sendResponse` derives HEAD, 304 and ranges from it. */
export type HttpResponse = {
  status?: number
  /** `cache-control: no-store` by default. */
  headers?: Headers
  body?: string | Buffer | StreamBody
}

/** A body that is produced while it is sent. It is not opened for HEAD and 304. */
export type StreamBody = {
  /** Known for files, of which a client may request a range. */
  size?: number
  /** Called before the headers are sent, so that its failure becomes an error response. */
  open(range?: ByteRange): Promise<OpenBody>
}

export type OpenBody = {
  /** Writes and ends the response. */
  send(response: ServerResponse): Promise<void>
  close?(): Promise<void>
}

export function jsonResponse(value: unknown, status = 200, headers: Headers = {}) {
  const contentType = { 'content-type': 'application/json; charset=utf-8' }
  return { status, headers: { ...contentType, ...headers }, body: JSON.stringify(value) }
}

/** The security headers and the request id are set on the response already. Node omits the body for HEAD. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status = 200, headers: own = {}, body }: HttpResponse,
): Promise<void> {
  const headers = { 'cache-control': 'no-store', ...own }
  if (isNotModified(request, status, headers)) {
    response.statusCode = 304
    setHeaders(response, headers)
    response.removeHeader('content-type')
    response.end()
    return
  }
  if (typeof body === 'object' && !Buffer.isBuffer(body))
    return sendStream(request, response, status, headers, body)
  response.statusCode = status
  setHeaders(response, headers)
  if (body !== undefined) response.setHeader('content-length', Buffer.byteLength(body))
  response.end(body)
}

async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Headers,
  stream: StreamBody,
): Promise<void> {
  const { size } = stream
  const range = size === undefined ? undefined : requestedRange(request, headers['etag'], size)
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end()
    return
  }
  const body = request.method === 'HEAD' ? undefined : await stream.open(range)
  try {
    response.statusCode = range ? 206 : status
    setHeaders(response, headers)
    if (range) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${size}`)
    const length = range ? range.end - range.start + 1 : size
    if (length !== undefined) response.setHeader('content-length', length)
    if (body) await body.send(response)
    else response.end()
  } finally {
    await body?.close?.()
  }
}

/** Returns whether the client has the response already, so that 304 replaces it. */
export function isNotModified(
  { method, headers }: IncomingMessage,
  status: number,
  responseHeaders: Headers,
): boolean {
  const noneMatch = headers['if-none-match']
  const modifiedSince = headers['if-modified-since']
  if (noneMatch === undefined && modifiedSince === undefined) return false
  if (status !== 200 || responseHeaders['etag'] === undefined) return false
  if (method !== 'GET' && method !== 'HEAD') return false
  // Without the Cache-Control of the request: it is for caches, and fetch adds no-cache to each conditional request.
  return fresh({ 'if-none-match': noneMatch, 'if-modified-since': modifiedSince }, responseHeaders)
}

/** The one range that the client wants. Undefined: the whole body, also for several ranges or another version of it. */
function requestedRange(
  { headers }: IncomingMessage,
  etag: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const { range } = headers
  const ifRange = headers['if-range']
  if (!range?.startsWith('bytes=') || (ifRange !== undefined && ifRange !== etag)) return undefined
  // RFC 9110, 14.1.2: a suffix longer than the body is the whole body. range-parser rejects it.
  const suffix = Number(/^bytes=-(\d+)$/.exec(range)?.[1] ?? 0)
  if (suffix > size && size > 0) return { start: 0, end: size - 1 }
  const ranges = parseRange(size, range)
  if (ranges === -1) return 'unsatisfiable'
  return ranges === -2 || ranges.length !== 1 ? undefined : ranges[0]
}
