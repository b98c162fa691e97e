import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Entry } from '#platform/cache.ts'
import { badRequest, notFound, tooMany, type Failure } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { addressKey, limitPolicies } from '#platform/limits.ts'

import { limitBodyTime } from './bodies.ts'
import { addressOf } from './client-address.ts'
import { faultOf, type refuseUnreadable } from './early-refusals.ts'
import type { prepareFarewell } from './farewell.ts'
import { openFront } from './front.ts'
import { dataPolicy, everyAnswer, newRequestId, setHeaders } from './headers.ts'
import type { Patience } from './patience.ts'
import { sendRefusal } from './refusals.ts'
import { logAnswered, type Met, type Templates } from './request-log.ts'

type Wiring = {
  hub: Hub
  patience: Patience
  templates: Templates
  unreadable: ReturnType<typeof refuseUnreadable>
  leaving: ReturnType<typeof prepareFarewell>
}
type Next = (request: IncomingMessage, response: ServerResponse) => void

/** Raw addresses that answered from the cache, with the key they came down to; bounded, see `remember`. */
const aliasesMax = 20_000

/** Where every request is met: what the cache can answer goes out at once, the rest goes on to the router. */
export function openDoor({ hub, patience, templates, unreadable, leaving }: Wiring) {
  const refusalHeaders = [...everyAnswer(hub.config), ...dataPolicy]
  const front = openFront(hub.config, patience.idle)
  const aliases = new Map<string, string>()

  function meet(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const met: Met = { requestId: newRequestId(), startedAt: performance.now(), isKept: false }
    const { method = 'GET', url = '/', socket } = request
    // The connection ends with the answer, not between two requests.
    if (hub.leaving.aborted) response.shouldKeepAlive = false
    unreadable.note(socket, response)
    response.on('close', () => {
      unreadable.forget(socket)
      logAnswered(hub, templates, request, response, met)
    })
    const isRead = method === 'GET' || method === 'HEAD'
    const refusal = (isRead ? limitOf(request, url) : undefined) ?? leaving.refusal() ?? faultOf(request)
    if (refusal) return refuseAtOnce(response, refusal, met.requestId)
    limitBodyTime(request, patience.body)
    const key = isRead ? aliases.get(url) : undefined
    const entry = key === undefined ? undefined : hub.cache.find(key)
    if (entry) {
      met.isKept = true
      front.sendAtOnce(request, response, entry, met.requestId, met.startedAt)
      // Most are taken in by the system at once, and need no clock.
      if (socket.writableLength > 0) socket.setTimeout(patience.reading)
      return
    }
    socket.setTimeout(patience.reading)
    setHeaders(response, refusalHeaders)
    response.setHeader('x-request-id', met.requestId)
    response.on('timeout', () => cutIfUnread(response))
    if (url.includes('%00')) return sendRefusal(response, nulRefusal(url))
    next(request, response)
  }

  /** Why this address may not read more at this moment; files and what pages are made of are free. */
  function limitOf(request: IncomingMessage, url: string): Failure | undefined {
    if (url.startsWith('/assets/') || url.startsWith('/files/')) return undefined
    const key = addressKey(addressOf(request, hub.config.trustedProxies))
    if (hub.floods.hit('read', key, limitPolicies.read)) return undefined
    const wait = hub.floods.retryAfter('read', key, limitPolicies.read)
    return tooMany('Too many requests. Please try again later.', wait)
  }

  function refuseAtOnce(response: ServerResponse, refusal: Failure, requestId: string): void {
    setHeaders(response, refusalHeaders)
    response.setHeader('x-request-id', requestId)
    sendRefusal(response, refusal, refusal.code === 'rate_limited' ? {} : { connection: 'close' })
  }

  /** Sends a stored answer and remembers the address it was asked by. */
  function sendStored(request: IncomingMessage, response: ServerResponse, key: string, entry: Entry): void {
    if (entry.status === 200 && hub.cache.find(key)) remember(request.url ?? '/', key)
    for (const name of response.getHeaderNames()) if (name !== 'x-request-id') response.removeHeader(name)
    front.send(request, response, entry, String(response.getHeader('x-request-id')))
  }

  function remember(url: string, key: string) {
    if (url.length > 500) return
    if (aliases.size >= aliasesMax) aliases.clear()
    aliases.set(url, key)
  }

  return { meet, sendStored }
}

/** A client that takes nothing of its answer is cut; one that waits for its answer is not. */
function cutIfUnread(response: ServerResponse): void {
  if (response.writableLength > 0) response.destroy()
}

/** In a path a NUL names nothing; in a query it is a text that no text can be. */
function nulRefusal(url: string): Failure {
  const isInPath = (url.split('?')[0] ?? '').includes('%00')
  return isInPath ? notFound('Not found') : badRequest('Text must not contain NUL characters')
}
