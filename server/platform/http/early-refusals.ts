import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Config } from '#platform/config.ts'
import { badRequest, tooLarge, type Failure } from '#platform/failures.ts'
import type { Log } from '#platform/log.ts'

import { dataPolicy, everyAnswer, newRequestId } from './headers.ts'
import { refusalBody } from './refusals.ts'

/** What node finds wrong before there is a request, with the status that proxies know for it. */
function judge(code: string | undefined): [status: number, refusal: Failure] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, tooLarge('The headers are too large')]
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, badRequest('The request took too long to arrive')]
  return [400, badRequest('The request is not valid HTTP')]
}

/** Requests of a connection that have no whole answer yet. */
type Waiting = { count: number; last: ServerResponse | undefined }

/**
 * Refuses what node cannot read, in the contract's form and with the headers of every answer. Silent while an
 * earlier request of the connection waits for its answer: the client would take the refusal for that.
 */
export function refuseUnreadable(config: Config, log: Log) {
  const waiting = new WeakMap<Socket, Waiting>()
  const headers = [...everyAnswer(config), ...dataPolicy]

  function note(socket: Socket, response: ServerResponse): void {
    const known = waiting.get(socket)
    if (!known) {
      waiting.set(socket, { count: 1, last: response })
      return
    }
    known.count++
    known.last = response
  }

  function forget(socket: Socket): void {
    const known = waiting.get(socket)
    if (!known) return
    known.count--
    if (known.count === 0) known.last = undefined
  }

  function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable || !isNext(waiting.get(socket))) {
      socket.destroy(error)
      return
    }
    const [status, refusal] = judge(error.code)
    const body = JSON.stringify(refusalBody(refusal))
    const requestId = newRequestId()
    log.info('request', { requestId, status, unreadable: error.code })
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
    for (let index = 0; index + 1 < headers.length; index += 2)
      lines.push(`${headers[index]}: ${headers[index + 1]}`)
    lines.push(
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    )
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }

  return { note, forget, onClientError }
}

/** Whether the refusal would be read as the answer to what could not be read, and to nothing else. */
function isNext(waiting: Waiting | undefined): boolean {
  if (!waiting?.last) return true
  // The last to come is the only one that is left: answers leave in the order of their requests.
  return waiting.count === 1 && !waiting.last.headersSent && !waiting.last.req.complete
}

/** What no call may lack or ask for, whatever it is. */
export function faultOf({ headers, httpVersion }: IncomingMessage): Failure | undefined {
  if (headers.host === undefined && httpVersion !== '1.0') return badRequest('The Host header is missing')
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect))
    return badRequest('This expectation cannot be met')
  return undefined
}
