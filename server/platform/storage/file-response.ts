import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { create as contentDisposition } from 'content-disposition'

import { minute } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Headers } from '#platform/http/headers.ts'
import type { HttpResponse, OpenBody } from '#platform/http/send-response.ts'

import { cleanFileName } from './file-name.ts'
import { sendLocalFile } from './send-local-file.ts'
import type { ByteRange, FileStore } from './store.ts'
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
