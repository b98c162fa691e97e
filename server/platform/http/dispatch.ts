import type { IncomingMessage, ServerResponse } from 'node:http'

import findMyWay from 'find-my-way'

import type { Access, TokenScope } from '#contract/platform/endpoint.ts'
import type { Permission } from '#contract/platform/permissions.ts'
import type { Actor, Client } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { badRequest, HttpError, notFound, forbidden, signInNeeded } from '#platform/errors.ts'
import { ipKey, policyOf } from '#platform/rate-limits/policies.ts'

import type { SendEncoded } from './cached-response.ts'
import { clientOf } from './client-ip.ts'
import { sendError, respondWithError } from './error-response.ts'
import { setHeaders } from './headers.ts'
import { readBody } from './request-body.ts'
import type { Route, FindActor, RouteCall } from './route.ts'
import { sendResponse } from './send-response.ts'

/** The data of a request from its arrival to the access log. */
export type RequestContext = {
  requestId: string
  /** A value of performance.now(). */
  startedAt: number
  isCached: boolean
  /** The path pattern of its route. Undefined for a request that was rejected before routing. */
  route: string | undefined
  bodyTimer: NodeJS.Timeout | undefined
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Finds the route of a request. Responds with 404 or 405 if there is none. */
export function createRouter(routes: readonly Route[], dispatch: Dispatch) {
  const router = findMyWay({
    maxParamLength: 2_000,
    defaultRoute: respondNotFound,
    onBadUrl: (_url, _request, response) => sendError(response, badRequest('The request is not valid')),
  })
  for (const route of routes) {
    const method = route.method === 'GET' ? (['GET', 'HEAD'] as const) : [route.method]
    router.on(
      [...method],
      route.path,
      function (this: RequestContext, request, response, params, _store, query) {
        void dispatch(route, request, response, this, { params, query })
      },
      route,
    )
  }
  // The pages have the route /*, which must not take over calls and files that do not exist.
  for (const path of ['/api/*', '/files/*']) router.on(['GET', 'HEAD'], path, respondNotFound)

  function respondNotFound(this: RequestContext, request: IncomingMessage, response: ServerResponse) {
    const allowed = new Set(methods.flatMap((method) => methodAt(method, request.url ?? '/')))
    this.route = 'unmatched'
    if (allowed.size === 0) return sendError(response, notFound('Not found'))
    sendError(response, new HttpError('method_not_allowed', 'This method is not allowed here'), {
      allow: [...allowed].join(', '),
    })
  }

  function methodAt(method: (typeof methods)[number], url: string): Route['method'][] {
    const route: Route | undefined = router.find(method, url)?.store
    return !route || route.path.endsWith('*') ? [] : [route.method]
  }

  return (request: IncomingMessage, response: ServerResponse, context: RequestContext): void => {
    router.lookup(request, response, context)
  }
}

type Wiring = {
  app: App
  findActor: FindActor
  sendEncoded: SendEncoded
  /** Later requests with the same URL are served from the cache without routing. */
  rememberKey: (url: string, key: string) => void
}

type Dispatch = (
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  input: { params: unknown; query: unknown },
) => Promise<void>

/** Runs a route: body → slot → access → validation → rate limit → handler → response. */
export function createDispatcher({ app, findActor, sendEncoded, rememberKey }: Wiring): Dispatch {
  return async function dispatch(route, request, response, context, input) {
    context.route = route.path
    if (route.headers) setHeaders(response, route.headers)
    if (route.work === 'transfer') clearTimeout(context.bodyTimer)
    try {
      const client = clientOf(request, app.config.trustedProxies)
      const body = await readBody(route.body, request, route.bodyMax)
      const call: RouteCall = { ...input, app, request, client, body }
      if (await respondFromCache(route, call, response, context)) return
      const respond = () => respondToCaller(route, call, response, context)
      await (route.work ? app.load.run(route.work, respond, ipKey(client.ip)) : respond())
    } catch (error) {
      respondWithError(app.log, response, error)
    }
  }

  /** Only the request that computes an entry takes a slot. False if the response depends on the caller. */
  async function respondFromCache(
    route: Route,
    call: RouteCall,
    response: ServerResponse,
    context: RequestContext,
  ): Promise<boolean> {
    if (!route.cached || (route.variesByUser && tokenOf(call.request) !== undefined)) return false
    try {
      const parsed = { ...call, ...route.parse(call) }
      await enforceRateLimit(app, route, null, call.client)
      const { key, compute } = await route.cached(parsed)
      const entry = await app.cache.getOrCompute(key, () => app.load.run('call', compute))
      if (entry.variesByUser && tokenOf(call.request) !== undefined) return false
      if (!route.variesByUser) rememberKey(call.request.url ?? '/', key)
      sendEncoded(call.request, response, entry, context.requestId)
      return true
    } catch (error) {
      const isNotFound = error instanceof HttpError && error.code === 'not_found'
      if (isNotFound && route.handle && tokenOf(call.request) !== undefined) return false
      throw error
    }
  }

  async function respondToCaller(
    route: Route,
    call: RouteCall,
    response: ServerResponse,
    { requestId }: RequestContext,
  ): Promise<void> {
    if (!route.handle) throw new Error(`${route.path} has no handler`)
    const { request, client } = call
    const actor = await authorize(route, tokenOf(request), findActor)
    const parsed = { ...call, ...route.parse(call) }
    await enforceRateLimit(app, route, actor, client)
    const result = await route.handle({ ...parsed, actor }).catch(async (error: unknown) => {
      await refundRejected(app, route, actor, client)
      throw error
    })
    if ('bodies' in result) sendEncoded(request, response, result, requestId)
    else await sendResponse(request, response, result)
  }
}

async function authorize(
  { access, allowBanned, token: scopes = [] }: Route,
  token: string | undefined,
  findActor: FindActor,
): Promise<Actor | null> {
  if (access === 'public' || access === 'verified-by-handler') return null
  const identity = token === undefined ? undefined : await findActor(token)
  const isTaken =
    !identity?.actor.token || identity.actor.token.scopes.some((scope) => scopes.includes(scope))
  if (access === 'anyone') return identity && !identity.error && isTaken ? identity.actor : null
  if (!identity) throw signInNeeded()
  const { error, actor } = identity
  if (!isTaken)
    throw forbidden(scopes.length > 0 ? missingScope(scopes) : 'This call does not take access tokens')
  if (error && !(allowBanned && error instanceof HttpError && error.code === 'banned')) throw error
  requirePermission(access, actor)
  return actor
}

function missingScope(scopes: readonly TokenScope[]): string {
  return `This call needs an access token with the scope ${scopes.join(' or ')}`
}

const deniedMessages: Partial<Record<Permission, string>> = {
  'scripts.download': 'You need permission to download scripts',
  'scripts.rate': 'You need permission to rate scripts',
  'scripts.upload': 'You need permission to upload scripts',
}

function requirePermission(access: Exclude<Access, 'anyone'>, actor: Actor): void {
  if (access === 'signed-in') return
  const sufficient = typeof access === 'string' ? [access] : access
  if (sufficient.some((key) => actor.permissions.has(key))) return
  throw forbidden((sufficient[0] && deniedMessages[sufficient[0]]) ?? 'Access Denied')
}

async function enforceRateLimit(
  app: App,
  { limit }: Route,
  actor: Actor | null,
  client: Client,
): Promise<void> {
  // request-listener.ts counts reads, before the cache.
  if (limit === undefined || limit === 'read') return
  const policy = policyOf(limit, app.settings)
  const key = limitKey(actor, client)
  if (policy.isExact) await app.sharedLimiter.consume(limit, key, policy)
  else app.localLimiter.consume(limit, key, policy)
}

async function refundRejected(
  app: App,
  { limit }: Route,
  actor: Actor | null,
  client: Client,
): Promise<void> {
  if (limit === undefined) return
  const { calls, perSeconds, rejectedCost } = policyOf(limit, app.settings)
  if (rejectedCost === undefined) return
  const policy = { calls, perSeconds: perSeconds * (1 - rejectedCost) }
  await app.sharedLimiter.refund([{ name: limit, key: limitKey(actor, client), policy }])
}

function limitKey(actor: Actor | null, client: Client): string {
  return actor ? `user ${actor.id}` : ipKey(client.ip)
}

function tokenOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(headers.authorization ?? '')?.[1]
}
