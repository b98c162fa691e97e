import type { IncomingMessage, ServerResponse } from 'node:http'

import type { App } from '#platform/app.ts'
import type { CacheEntry } from '#platform/cache/response-cache.ts'
import { badRequest, notFound, tooMany, type HttpError } from '#platform/errors.ts'
import { ipKey, limitPolicies } from '#platform/rate-limits/policies.ts'
import { minute, second } from '#platform/clock.ts'

import type { SendEncoded } from './cached-response.ts'
import { clientIp } from './client-ip.ts'
import { sendError, validateHeaders, type createClientErrorHandler } from './error-response.ts'
import { anyOriginHeaders, newRequestId, securityHeaders, setHeaders } from './headers.ts'
import { limitBodyTime } from './request-body.ts'
import type { RequestContext } from './dispatch.ts'

/** The status of nginx for a client that closed the connection before its response. */
const clientClosedRequest = 499

/** Writes one line for each response and counts it in the metrics. */
function logRequest(
  { log, metrics }: App,
  { method = 'GET', url = '/' }: IncomingMessage,
  { statusCode, headersSent }: { statusCode: number; headersSent: boolean },
  { requestId, startedAt, isCached, route = 'refused' }: RequestContext,
): void {
  const status = headersSent ? statusCode : clientClosedRequest
  const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
  if (isCached) metrics?.countCached(status)
  else metrics?.countRouted(method, route, status, milliseconds)
  log.info('request', { requestId, method, path: loggedPath(url), status, milliseconds })
}

/** Without the query and without the token of a signed URL, which are secrets. */
function loggedPath(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.startsWith('/files/') ? path.replace(/^(\/files\/(?:download|upload)\/).*/s, '$1…') : path
}

type Wiring = {
  app: App
  timeouts: Timeouts
  clientErrors: ReturnType<typeof createClientErrorHandler>
  /** Why the server takes no more requests, or undefined. */
  shutdownError: () => HttpError | undefined
  findCached: (url: string) => CacheEntry | undefined
  sendEncoded: SendEncoded
  route: (request: IncomingMessage, response: ServerResponse, context: RequestContext) => void
  readObserver?: ReadObserver | undefined
}

/** Counts reads of URLs that start like this, also of those that are served from the cache. */
export type ReadObserver = { prefix: string; observe: (url: string, ip: string) => void }

/** Handles every request: a URL whose response is cached is served here, all others are routed. */
export function createRequestListener(wiring: Wiring) {
  const { app, timeouts, clientErrors, shutdownError, findCached, sendEncoded, route, readObserver } = wiring
  const security = securityHeaders(app.config)

  return function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', socket } = request
    const context: RequestContext = {
      requestId: newRequestId(),
      startedAt: performance.now(),
      isCached: false,
      route: undefined,
      bodyTimer: undefined,
    }
    // The connection ends after this response, so that the client opens the next one to another node.
    if (app.draining.aborted) response.shouldKeepAlive = false
    clientErrors.responseStarted(socket, response)
    response.on('close', () => {
      clientErrors.responseClosed(socket)
      logRequest(app, request, response, context)
    })
    const isRead = method === 'GET' || method === 'HEAD'
    const error =
      (isRead ? readLimitError(app, request, url) : undefined) ?? shutdownError() ?? validateHeaders(request)
    if (error) return reject(response, error, context)
    context.bodyTimer = limitBodyTime(request, timeouts.body)
    if (readObserver && isRead && url.startsWith(readObserver.prefix))
      readObserver.observe(url, clientIp(request, app.config.trustedProxies))
    const entry = isRead ? findCached(url) : undefined
    if (entry) {
      context.isCached = true
      sendEncoded(request, response, entry, context.requestId)
      // The kernel takes most responses at once; a timer for them would cost more than they do.
      if (socket.writableLength > 0) socket.setTimeout(timeouts.writeStall)
      return
    }
    socket.setTimeout(timeouts.writeStall)
    setHeaders(response, security)
    response.setHeader('x-request-id', context.requestId)
    response.on('timeout', () => destroyIfUnread(response))
    if (url.includes('%00')) return sendError(response, nulError(url))
    route(request, response, context)
  }

  function reject(response: ServerResponse, error: HttpError, { requestId }: RequestContext): void {
    setHeaders(response, security)
    response.setHeader('x-request-id', requestId)
    if (error.code === 'rate_limited') sendError(response, error, anyOriginHeaders)
    else sendError(response, error, { connection: 'close' })
  }
}

/** Files, and what pages load, are not limited: one page has dozens of them. */
function readLimitError(app: App, request: IncomingMessage, url: string): HttpError | undefined {
  if (url.startsWith('/assets/') || url.startsWith('/files/')) return undefined
  const key = ipKey(clientIp(request, app.config.trustedProxies))
  if (app.localLimiter.tryConsume('read', key, limitPolicies.read)) return undefined
  const retryAfter = app.localLimiter.retryAfter('read', key, limitPolicies.read)
  return tooMany('Too many requests.', retryAfter)
}

/** The socket timeout also fires while a response is being computed: only a client that does not read is cut off. */
function destroyIfUnread(response: ServerResponse): void {
  if (response.writableLength > 0) response.destroy()
}

/** A NUL in a path names nothing; in a query it is an invalid text. */
function nulError(url: string): HttpError {
  const isInPath = (url.split('?')[0] ?? '').includes('%00')
  return isInPath ? notFound('Not found') : badRequest('Text must not contain NUL characters')
}

/** Milliseconds. */
export type Timeouts = {
  /** For the request headers, and for the first byte on a new connection. */
  headers: number
  /** For a body that is not a file. File transfers have a minimum rate, see transfer-timeout.ts. */
  body: number
  /** For a client that reads nothing of its response. */
  writeStall: number
  /** For the next request on a connection. Longer than the minute after which proxies close theirs. */
  keepAlive: number
  /** For requests that were sent before the client saw that the server closes. */
  shutdownGrace: number
}

export const timeouts: Timeouts = {
  headers: 10 * second,
  body: 10 * second,
  writeStall: 30 * second,
  keepAlive: minute + 5 * second,
  shutdownGrace: second / 2,
}

/** Each connection takes a file descriptor and about 20 KB. */
export const connectionsMax = 5_000
