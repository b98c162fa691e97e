import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Encoding, Entry } from '#platform/cache.ts'

import type { HeaderList } from './headers.ts'

/**
 * Answers a request with a stored answer: 304 when the client has it, else its bytes in the best encoding
 * the client takes.
 */
export function sendEntry(
  request: IncomingMessage,
  response: ServerResponse,
  entry: Entry,
  requestId: string,
  headers: HeaderList,
): void {
  const encoding = bestEncoding(request.headers['accept-encoding'], entry)
  const etag = encoding === 'identity' ? `"${entry.etag}"` : `"${entry.etag}-${encoding}"`
  const common = [
    ...headers,
    ...entry.headers,
    'x-request-id',
    requestId,
    'etag',
    etag,
    'cache-control',
    'no-cache',
    'vary',
    'accept-encoding',
  ]
  if (matches(request.headers['if-none-match'], entry.etag)) {
    response.writeHead(304, common)
    response.end()
    return
  }
  const body = entry.bodies[encoding] ?? entry.bodies.identity
  common.push('content-type', entry.contentType, 'content-length', String(body.length))
  if (encoding !== 'identity') common.push('content-encoding', encoding)
  response.writeHead(entry.status, common)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function bestEncoding(accepted: string | undefined, entry: Entry): Encoding {
  if (accepted === undefined) return 'identity'
  if (entry.bodies.br && accepts(accepted, 'br')) return 'br'
  if (entry.bodies.gzip && accepts(accepted, 'gzip')) return 'gzip'
  return 'identity'
}

function accepts(accepted: string, coding: string): boolean {
  const at = accepted.indexOf(coding)
  if (at < 0) return false
  return !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accepted.slice(at + coding.length))
}

/** Any encoding of the same version counts: the client has those bytes already. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === '*') return true
  return header.split(',').some((candidate) => {
    const plain = candidate.trim().replace(/^W\//, '').replaceAll('"', '')
    return plain === etag || plain === `${etag}-br` || plain === `${etag}-gzip`
  })
}
