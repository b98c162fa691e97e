import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create as contentDisposition } from 'content-disposition'
import { minute } from '#platform/clock.ts'
import { notFound } from '#platform/failures.ts'
import { cleanFileName } from './file-name.ts'
import { watchPace, type Pace } from './pace.ts'
import { sendLocalFile } from './send-local-file.ts'
import type { ByteRange, FileStore } from './store.ts'

export type FileToSend = {
  store: FileStore
  key: string
  /** The size that the row knows; a file of another size is not that file. */
  size: number
  fileName: string
  contentType: string
  disposition: 'attachment' | 'inline'
  /** Without quotes; the content's hash. */
  etag: string
  /** `no-store` unless the content behind the address can never change. */
  cacheControl?: string
  /** A proxy in front finds the file there and sends it in our place. */
  proxyPath?: string | undefined
  pace?: Pace
}

/**
 * How slowly a client may take a file. Slower than anybody who is there takes it, and over a long window: what
 * counts as taken comes in chunks of 256 KB, and the system holds some of them back.
 */
const leisurely: Required<Pace> = { idleMs: minute, rateMin: 4 * 1024, rateWindowMs: 2 * minute }

/**
 * Answers GET and HEAD with a file of the store: whole, one range of it, or 304. A missing file is a Failure
 * not_found, thrown before a header is sent. A client that goes away ends the reading; that is no error.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: FileToSend,
): Promise<void> {
  const etag = `"${file.etag}"`
  const stored = await file.store.stat(file.key)
  if (stored?.size !== file.size) throw notFound('File not found')
  if (file.proxyPath !== undefined) {
    // Ranges and what a client has already are the proxy's to answer: it sees the request too.
    setHeaders(response, file, etag)
    response.writeHead(200, { 'x-accel-redirect': file.proxyPath, 'content-length': 0 }).end()
    return
  }

  const noneMatch = request.headers['if-none-match']
  if (noneMatch !== undefined && matchesAny(noneMatch, etag)) {
    setHeaders(response, file, etag)
    response.writeHead(304).end()
    return
  }
  const range = rangeOf(request, etag, file.size)
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${file.size}`, 'content-length': 0 }).end()
    return
  }
  // Opened before a header is set, so that a file that is lost in this moment is still a clean 404.
  const body = request.method === 'HEAD' ? undefined : await openBody(file, range)
  try {
    setHeaders(response, file, etag)
    response.setHeader('content-length', range ? range.end - range.start + 1 : file.size)
    if (range) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    response.writeHead(range ? 206 : 200)
    if (body) await sendInTime(body, response, file.pace)
    else response.end()
  } finally {
    await body?.close()
  }
}

/** `send` ends early, without an error, when the client goes away. */
type Body = {
  send(response: ServerResponse, onTaken: (bytes: number) => void): Promise<void>
  close(): Promise<void>
}

async function openBody({ store, key, size }: FileToSend, range: ByteRange | undefined): Promise<Body> {
  const local = await store.openHere(key)
  if (local) {
    const whole = { start: 0, end: size - 1 }
    return {
      send: (response, onTaken) => sendLocalFile(local, range ?? whole, response, onTaken),
      close: () => local.close(),
    }
  }
  const { stream } = await store.open(key, range)
  return {
    send: (response, onTaken) => sendStream(stream, response, onTaken),
    close: async () => void stream.destroy(),
  }
}

/** A reader that has stopped would hold a file and two pieces of memory for ever. */
async function sendInTime(body: Body, response: ServerResponse, given: Pace | undefined): Promise<void> {
  const limits = { ...leisurely, ...given }
  response.setTimeout(limits.idleMs, () => response.destroy())
  const pace = watchPace({ ...limits, idleMs: 2 * limits.rateWindowMs }, () => response.destroy())
  try {
    await body.send(response, (bytes) => pace.note(bytes))
  } catch (error) {
    // Nothing else tells the client that the rest does not come.
    response.destroy()
    throw error
  } finally {
    pace.stop()
  }
}

async function sendStream(
  stream: Readable,
  response: ServerResponse,
  onTaken: (bytes: number) => void,
): Promise<void> {
  // A client may be gone before the first byte: whatever happens from here, the stream is closed.
  response.once('close', () => stream.destroy())
  stream.on('data', (chunk: Buffer) => onTaken(chunk.length))
  try {
    await pipeline(stream, response)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

function setHeaders(response: ServerResponse, file: FileToSend, etag: string): void {
  const name = cleanFileName(file.fileName) || 'file'
  response.setHeader('content-type', file.contentType)
  response.setHeader('content-disposition', contentDisposition(name, { type: file.disposition }))
  response.setHeader('x-content-type-options', 'nosniff')
  // Whatever a browser makes of the content, it runs nothing and belongs to no origin.
  response.setHeader('content-security-policy', "default-src 'none'; sandbox")
  response.setHeader('cache-control', file.cacheControl ?? 'no-store')
  response.setHeader('accept-ranges', 'bytes')
  response.setHeader('etag', etag)
}

function matchesAny(header: string, etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/** Undefined means the whole file: no range, several of them, or one that was meant for another content. */
function rangeOf(
  request: IncomingMessage,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const condition = request.headers['if-range']
  if (condition !== undefined && condition !== etag) return undefined
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function isGone(error: unknown): boolean {
  const codes = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
