import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Config } from '#platform/config.ts'
import { badRequest, tooLarge, type HttpError } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'

import { errorBody } from './error-response.ts'
import { newRequestId, securityHeaders } from './headers.ts'

/** Proxies know these statuses; the contract has no code of its own for 408 and 431. */
function toResponseError(code: string | undefined): [status: number, error: HttpError] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, tooLarge('The headers are too large')]
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, badRequest('The request took too long to arrive')]
  return [400, badRequest('The request is not valid HTTP')]
}

/** The responses of a connection that are not complete. */
type Pending = { count: number; last: ServerResponse | undefined }

/** Responds to what Node cannot parse, in the form of the contract and with the headers of every response. */
export function createClientErrorHandler(config: Config, log: Log) {
  const pendingBySocket = new WeakMap<Socket, Pending>()
  const headers = securityHeaders(config)

  function responseStarted(socket: Socket, response: ServerResponse): void {
    const pending = pendingBySocket.get(socket)
    if (!pending) {
      pendingBySocket.set(socket, { count: 1, last: response })
      return
    }
    pending.count++
    pending.last = response
  }

  function responseClosed(socket: Socket): void {
    const pending = pendingBySocket.get(socket)
    if (!pending) return
    pending.count--
    if (pending.count === 0) pending.last = undefined
  }

  function onClientError(cause: NodeJS.ErrnoException, socket: Socket): void {
    if (cause.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable || !isNextResponse(pendingBySocket.get(socket))) {
      socket.destroy(cause)
      return
    }
    const [status, error] = toResponseError(cause.code)
    const body = JSON.stringify(errorBody(error))
    const requestId = newRequestId()
    log.info('request', { requestId, status, unreadable: cause.code })
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }

  return { responseStarted, responseClosed, onClientError }
}

/** While an earlier request waits for its response, the client would take the error for that response. */
function isNextResponse(pending: Pending | undefined): boolean {
  if (!pending?.last) return true
  // Responses are sent in the order of their requests, so a single pending one is the last.
  return pending.count === 1 && !pending.last.headersSent && !pending.last.req.complete
}

/** The checks that Node leaves to the server. */
export function validateHeaders({ headers, httpVersion }: IncomingMessage): HttpError | undefined {
  if (headers.host === undefined && httpVersion !== '1.0') return badRequest('The Host header is missing')
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect))
    return badRequest('This expectation cannot be met')
  return undefined
}
