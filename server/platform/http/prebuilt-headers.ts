/* oxlint-disable no-underscore-dangle -- the name is Node's. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'

import type { Headers } from './headers.ts'

declare module 'node:http' {
  interface ServerResponse {
    /** The header block that `writeHead` leaves for the first write. */
    _header: string | null
  }
}

/** The headers that all responses of one cache entry share, see `writeHeaderBlock`. */
export function buildHeaderBlock(status: number, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return flatten(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`)
}

/** False for HTTP/1.0 and for a connection that closes after the response: Node writes other headers then. */
export function canUseHeaderBlock(request: IncomingMessage, response: ServerResponse): boolean {
  return response.shouldKeepAlive && request.httpVersionMajor === 1 && request.httpVersionMinor === 1
}

/**
 * Writes a header block to which only the date and the request id are added. `writeHead` validates and joins fifteen
 * headers for each response, which takes a fifth of its time (docs/decisions/0016). The block goes to Node's private
 * `_header`; headers.test.ts compares the result with that of `writeHead`. Nothing is validated here, so a block must
 * not contain data of a request.
 */
export function createHeaderBlockWriter(keepAlive: number) {
  let nodeHeaders = ''
  let validUntil = Number.NEGATIVE_INFINITY

  /** The headers that Node adds itself. The date is valid until the end of its second. */
  function refresh(now: number) {
    const date = new Date()
    validUntil = now + 1000 - date.getMilliseconds()
    const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n`
    nodeHeaders = flatten(`Date: ${date.toUTCString()}\r\n${connection}x-request-id: `)
  }

  return function writeHeaderBlock(
    response: ServerResponse,
    status: number,
    block: string,
    requestId: string,
  ): void {
    const now = performance.now()
    if (now >= validUntil) refresh(now)
    response.statusCode = status
    response._header = `${block}${nodeHeaders}${requestId}\r\n\r\n`
  }
}

/** A concatenated string is a tree of parts that V8 would join again for each response. */
function flatten(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
