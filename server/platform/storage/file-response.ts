import type { ServerResponse, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { create as contentDisposition } from 'content-disposition'

import { minute } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { notFound } from '#platform/errors.ts'
import { isFromTrustedProxy } from '#platform/http/client-ip.ts'
import type { Headers } from '#platform/http/headers.ts'
import type { HttpResponse, OpenBody } from '#platform/http/send-response.ts'

import { pathOfKey } from './disk-store.ts'
import { cleanFileName } from './file-name.ts'
import { acquireSlice } from './io-scheduler.ts'
import type { ByteRange, FileStore, LocalFile } from './store.ts'
import { watchTransferRate, type MinRate } from './transfer-timeout.ts'

export type FileToSend = {
  store: FileStore
  key: string
  /** As stored in the row; a file of another size is treated as missing. */
  size: number
  fileName: string
  contentType: string
  disposition: 'attachment' | 'inline'
  /** The hash of the content, without quotes. */
  etag: string
  /** Default: `no-store`. */
  cacheControl?: string
  /** The path from which the reverse proxy sends the file. */
  accelRedirect?: string | undefined
  minRate?: MinRate
}

/** A long window, because progress is counted in chunks of 256 KB that the kernel buffers. */
const defaultMinRate: Required<MinRate> = { idleMs: minute, rateMin: 4 * 1024, rateWindowMs: 2 * minute }

/** A stored file as a response. Throws not_found for a missing file. */
export async function fileResponse(file: FileToSend): Promise<Required<Omit<HttpResponse, 'status'>>> {
  const stored = await file.store.stat(file.key)
  if (stored?.size !== file.size) throw notFound('File not found')
  const headers = headersOf(file)
  // The proxy handles ranges and conditional requests itself.
  if (file.accelRedirect !== undefined)
    return { headers: { ...headers, 'x-accel-redirect': file.accelRedirect }, body: '' }
  return { headers, body: { size: file.size, open: (range) => openFile(file, range) } }
}

function headersOf({ fileName, contentType, disposition, cacheControl, etag }: FileToSend): Headers {
  return {
    'content-type': contentType,
    'content-disposition': contentDisposition(cleanFileName(fileName) || 'file', { type: disposition }),
    'x-content-type-options': 'nosniff',
    // Nothing in the file can run as a page of this origin.
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': cacheControl ?? 'no-store',
    'accept-ranges': 'bytes',
    etag: `"${etag}"`,
  }
}

async function openFile({ store, key, size, minRate }: FileToSend, range?: ByteRange): Promise<OpenBody> {
  const local = await store.openLocal(key)
  if (local) {
    const whole = { start: 0, end: size - 1 }
    return {
      send: (response) =>
        sendAtMinRate(response, minRate, (onSent) => sendLocalFile(local, range ?? whole, response, onSent)),
      close: () => local.close(),
    }
  }
  const { stream } = await store.open(key, range)
  return {
    send: (response) => sendAtMinRate(response, minRate, (onSent) => sendStream(stream, response, onSent)),
    close: async () => void stream.destroy(),
  }
}

/** Without a minimum rate a stalled client would hold an open file and two buffers for ever. */
async function sendAtMinRate(
  response: ServerResponse,
  minRate: MinRate | undefined,
  send: (onSent: (bytes: number) => void) => Promise<void>,
): Promise<void> {
  const limits = { ...defaultMinRate, ...minRate }
  response.setTimeout(limits.idleMs, () => response.destroy())
  const rate = watchTransferRate({ ...limits, idleMs: 2 * limits.rateWindowMs }, () => response.destroy())
  try {
    await send((bytes) => rate.count(bytes))
  } catch (error) {
    // Headers are sent: only a broken connection shows the client that the body is incomplete.
    response.destroy()
    throw error
  } finally {
    rate.stop()
  }
}

/** Returns early, without an error, when the client disconnects. */
async function sendStream(
  stream: Readable,
  response: ServerResponse,
  onSent: (bytes: number) => void,
): Promise<void> {
  // The client may disconnect before the first byte.
  response.once('close', () => stream.destroy())
  stream.on('data', (chunk: Buffer) => onSent(chunk.length))
  try {
    await pipeline(stream, response)
  } catch (error) {
    if (!isDisconnect(error)) throw error
  }
}

function isDisconnect(error: unknown): boolean {
  const codes = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

// A slow client holds two buffers: with 1 MB each, 1000 slow downloads would need 2 GB.
const chunkSize = 256 * 1024

/**
 * Sends a range of a file through two buffers: one is filled while the other is sent. A stream allocates memory for
 * every chunk, which costs more than the copying. `onSent` receives the bytes handed to the kernel. Ends early when the
 * client disconnects. The caller closes the file.
 */
async function sendLocalFile(
  file: LocalFile,
  { start, end }: ByteRange,
  response: ServerResponse,
  onSent: (bytes: number) => void,
): Promise<void> {
  const bufferSize = Math.min(chunkSize, end + 1 - start)
  if (bufferSize === 0) return void response.end()
  let [current, other] = [lazyBuffer(bufferSize), lazyBuffer(bufferSize)]

  async function read(position: number, buffer: () => Buffer): Promise<Buffer> {
    const chunk = buffer().subarray(0, end + 1 - position)
    const count = await file.readInto(chunk, position)
    if (count === 0) throw new Error('A file ended before its size')
    return chunk.subarray(0, count)
  }

  let position = start
  for (let chunk = await read(position, current); ;) {
    await waitForSlice(chunk.length)
    position += chunk.length
    // The read starts before the write, so that libuv reads while this thread copies to the socket.
    const reading = position <= end ? read(position, other) : undefined
    const [isSent, next] = await Promise.all([sendChunk(response, chunk, onSent), reading])
    if (!isSent) return
    if (!next) return void response.end()
    chunk = next
    ;[current, other] = [other, current]
  }
}

function waitForSlice(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    if (acquireSlice(bytes, resolve)) resolve()
  })
}

/** Allocated at first use: most images need only one buffer. */
function lazyBuffer(size: number): () => Buffer {
  let buffer: Buffer | undefined
  return () => (buffer ??= Buffer.allocUnsafeSlow(size))
}

/** Resolves when the kernel has taken the chunk and the buffer is free again; false when the client has disconnected. */
function sendChunk(
  response: ServerResponse,
  chunk: Buffer,
  onSent: (bytes: number) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false)
    if (response.destroyed) return onClose()
    response.once('close', onClose)
    response.write(chunk, (error) => {
      response.off('close', onClose)
      if (!error) onSent(chunk.length)
      resolve(!error)
    })
  })
}

/**
 * The X-Accel-Redirect path with which nginx sends the file itself, undefined when the app sends it. Only for requests
 * of a trusted proxy: another client would get an empty response and learn a key.
 */
export function accelRedirectPath(
  { accelRedirect, trustedProxies }: Config,
  request: IncomingMessage,
  key: string,
): string | undefined {
  if (accelRedirect === undefined || !isFromTrustedProxy(request, trustedProxies)) return undefined
  return accelRedirect + pathOfKey(key)
}
