import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { ErrorReply } from '#contract/platform/errors.ts'
import { databaseUnavailableError } from '#platform/database/database-errors.ts'
import { HttpError, badRequest, tooLarge } from '#platform/errors.ts'
import { escapeHtml } from '#platform/escape-html.ts'
import { serializeError, type Log } from '#platform/log.ts'
import type { Config } from '#platform/config.ts'

import { setHeaders, type Headers, newRequestId, securityHeaders } from './headers.ts'
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

/** With the colours of web/ui/tokens.css inline: the style sheet itself may not be available. */
const style = `
:root { color-scheme: dark light; --bg: #100e0b; --text: #f5f0e6; --text-2: #cbc1af; --cta: #dccba6; --on-cta: #1a160f; --focus: #f3d894 }
@media (prefers-color-scheme: light) { :root { --bg: #f6f2ea; --text: #1d1912; --text-2: #4c4436; --cta: #2b2417; --on-cta: #fbf4e4; --focus: #7a5c17 } }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; background: var(--bg); color: var(--text-2); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 30rem; padding: 2rem 1rem; text-align: center; text-wrap: balance }
h1 { margin: 0 0 .75rem; color: var(--text); font: 600 clamp(1.75rem, 1.4rem + 2vw, 2.25rem)/1.1 'Arial Narrow', system-ui, sans-serif }
a { display: inline-block; margin-top: 1.5rem; padding: .65rem 1.5rem; border-radius: 9px; background: var(--cta); color: var(--on-cta); font-weight: 600; text-decoration: none }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px }
`

const headings: Partial<Record<HttpError['code'], string>> = {
  unavailable: 'Back in a moment',
  rate_limited: 'One moment, please',
  internal: 'Something went wrong',
}

/** Allows the one style element and nothing else. */
const errorPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns whether a browser navigates, so that a user would see the JSON. */
function isNavigation({ method, url = '/', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !/^\/(api|files|assets)\//.test(url) && (headers.accept?.includes('text/html') ?? false)
}

/** The page for a temporary error. Undefined for other errors, which the web app shows. */
function errorPage({ code, message, retryAfter }: HttpError): string | undefined {
  const heading = headings[code]
  if (heading === undefined) return undefined
  const wait = retryAfter !== undefined && retryAfter > 2 ? ` In ${retryAfter} seconds it should work.` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${escapeHtml(message)}${wait}</p>
<a href="">Try Again</a>
</main>
</body>
</html>
`
}

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
