import type { IncomingMessage } from 'node:http'

import fresh from 'fresh'
import parseRange from 'range-parser'

import type { ByteRange } from '#platform/storage/store.ts'

import type { Headers } from './headers.ts'

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
export function requestedRange(
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
