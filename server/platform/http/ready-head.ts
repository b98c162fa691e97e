/* oxlint-disable no-underscore-dangle -- the names are node's own. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { HeaderList } from './headers.ts'

declare module 'node:http' {
  interface ServerResponse {
    /** Where `writeHead` leaves the text of the head, for the first write to take along. */
    _header: string | null
    /** Whether what is written may have bytes. */
    _hasBody: boolean
  }
}

/** All of a head that is the same for each answer of its kind, see `writeReadyHead`. */
export function readyHead(status: number, statusText: string, headers: HeaderList): string {
  let head = `HTTP/1.1 ${status} ${statusText}\r\n`
  for (let index = 0; index + 1 < headers.length; index += 2)
    head += `${headers[index]}: ${headers[index + 1]}\r\n`
  // Through a buffer, so that it is one piece of memory and not a tree of pieces to gather for each answer.
  return Buffer.from(head, 'latin1').toString('latin1')
}

/** Other clients want a head of their own: older ones, and those whose connection ends with the answer. */
export function takesReadyHead(request: IncomingMessage, response: ServerResponse): boolean {
  return response.shouldKeepAlive && request.httpVersionMajor === 1 && request.httpVersionMinor === 1
}

/**
 * Writes a head that is known beforehand but for the time and the request's id. `writeHead` checks and joins every
 * header for every answer: for fifteen of them that takes a fifth of the time of the whole answer. This leaves the
 * same text in the same place of node's response; headers.test.ts compares the two. Nothing is checked here, so nothing
 * of a request may be in it.
 */
export function openReadyHeads(idle: number) {
  let common = ''
  let goodUntil = Number.NEGATIVE_INFINITY

  /** What node itself adds, good until the second is over. */
  function renew(now: number) {
    const date = new Date()
    goodUntil = now + 1000 - date.getMilliseconds()
    const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idle / 1000)}\r\n`
    common = Buffer.from(`Date: ${date.toUTCString()}\r\n${connection}x-request-id: `).toString('latin1')
  }

  return function writeReadyHead(
    response: ServerResponse,
    status: number,
    head: string,
    requestId: string,
    now: number,
  ): void {
    if (now >= goodUntil) renew(now)
    response.statusCode = status
    if (status === 304) response._hasBody = false
    response._header = `${head}${common}${requestId}\r\n\r\n`
  }
}
