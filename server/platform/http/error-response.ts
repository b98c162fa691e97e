import type { IncomingMessage, ServerResponse } from 'node:http'

import type { ErrorReply } from '#contract/platform/errors.ts'
import { databaseUnavailableError } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { serializeError, type Log } from '#platform/log.ts'

import { errorPage, errorPagePolicy, isNavigation } from './error-page.ts'
import { setHeaders, type Headers } from './headers.ts'
import { hasBody } from './request-body.ts'

/** The error that the client receives, or undefined for a bug. */
export function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  const unavailableError = databaseUnavailableError(error)
  return unavailableError instanceof HttpError ? unavailableError : undefined
}

export const internalError = new HttpError('internal', 'Something went wrong on our side. Please try again.')

export function errorBody({ message, code, fields, challenge }: HttpError): ErrorReply {
  return { error: message, code, ...(fields && { fields }), ...(challenge && { challenge }) }
}

/** Responds to whatever a handler has thrown. A bug or a failure of the database is logged; its message stays secret. */
export function respondWithError(log: Log, response: ServerResponse, thrown: unknown): void {
  const error = toHttpError(thrown)
  if (error !== thrown) {
    const facts = { requestId: response.getHeader('x-request-id'), ...serializeError(thrown) }
    if (error) log.warn('The database is unavailable', facts)
    else log.error('A request failed', facts)
  }
  delayError(error ?? internalError, (delayed) => sendError(response, delayed))
}

/** Responds although the body may still be arriving. The connection closes in that case. */
export function sendError(response: ServerResponse, error: HttpError, headers: Headers = {}): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const page = isNavigation(response.req) ? errorPage(error) : undefined
  const body = page ?? JSON.stringify(errorBody(error))
  response.statusCode = error.status
  setHeaders(response, {
    ...headers,
    ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
    'cache-control': 'no-store',
    'content-type': `${page === undefined ? 'application/json' : 'text/html'}; charset=utf-8`,
    ...(page !== undefined && { 'content-security-policy': errorPagePolicy }),
    'content-length': String(Buffer.byteLength(body)),
  })
  if (hasUnreadBody(response.req)) {
    response.setHeader('connection', 'close')
    endAfterBody(response.req, response, body)
    return
  }
  response.end(body)
}

/** Each delayed error keeps a connection and its request. */
const delayedMax = 1_000
let delayed = 0

/** A delay slows down clients that retry at once. The request has released its slot by then. */
function delayError(error: HttpError, send: (error: HttpError) => void): void {
  if (error.delayMs === 0 || delayed >= delayedMax) return send(error)
  delayed += 1
  setTimeout(() => {
    delayed -= 1
    send(error)
  }, error.delayMs)
}

/** How much of the rest of a rejected body is read and discarded. */
const discardMax = { milliseconds: 5_000, bytes: 16 * 1024 * 1024 }

/** Closing a connection with unread bytes resets it, and the client does not see the response. */
function endAfterBody(request: IncomingMessage, response: ServerResponse, body: string): void {
  let received = 0
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, discardMax.milliseconds)
  timer.unref()
  response.write(body)
  response.once('close', () => clearTimeout(timer))
  request.once('end', end).once('close', end)
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > discardMax.bytes) end()
  })
  request.resume()
  if (request.destroyed) end()
}

function hasUnreadBody(request: IncomingMessage): boolean {
  return hasBody(request) && !request.complete && !request.readableEnded
}
