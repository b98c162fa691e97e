import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

import type { Endpoint } from '#contract/endpoint.ts'
import { Failure, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { addressKey } from '#platform/limits.ts'
import { describeError } from '#platform/log.ts'

import { acceptBodies, allowSlowBody, jsonSizeMax } from './bodies.ts'
import { clientOf } from './client-address.ts'
import { refuseUnreadable } from './early-refusals.ts'
import { openDoor } from './door.ts'
import { prepareFarewell } from './farewell.ts'
import { connectionsMax, patience, type Patience } from './patience.ts'
import { answerCall, answerVisitor, parseInput, takeFromLimit, tokenOf } from './pipeline.ts'
import { holdRefusal, internalRefusal, refusalOf, sendRefusal } from './refusals.ts'
import type { Templates } from './request-log.ts'
import type { FindActor, RawRoute, Route } from './route.ts'
import { sendDownload } from './send-download.ts'

export type Wiring = {
  hub: Hub
  routes: readonly Route[]
  rawRoutes: readonly RawRoute[]
  findActor: FindActor
  patience?: Partial<Patience>
}

/** The HTTP side of a hub: a cache of ready answers in front, Fastify's router and parsers behind it. */
export function createServer({ hub, routes, rawRoutes, findActor, ...given }: Wiring): FastifyInstance {
  const clocks = { ...patience, ...given.patience }
  const templates: Templates = new WeakMap()
  const unreadable = refuseUnreadable(hub.config, hub.log)
  const leaving = prepareFarewell(clocks.farewell)
  const { meet, sendStored } = openDoor({ hub, patience: clocks, templates, unreadable, leaving })

  const server = Fastify({
    bodyLimit: jsonSizeMax,
    // An archive of 1000 MB may take hours on a slow line; bodies have clocks of their own.
    requestTimeout: 0,
    // farewell.ts does it, in its own time.
    forceCloseConnections: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 2_000 },
    // What the router cannot read of an address, and what node cannot read at all.
    frameworkErrors: (error, _request, reply) => {
      refuse(hub, reply.raw, error.statusCode === 414 ? notFound('Not found') : error)
    },
    clientErrorHandler: unreadable.onClientError,
    serverFactory: (handler) => {
      const meetIt = (request: IncomingMessage, response: ServerResponse) => meet(request, response, handler)
      const ofNode = {
        headersTimeout: clocks.head,
        connectionsCheckingInterval: Math.min(1_000, clocks.head),
        requestTimeout: 0,
        keepAliveTimeout: clocks.idle,
      }
      const http = createHttpServer({ ...ofNode, requireHostHeader: false }, meetIt)
      http.maxConnections = connectionsMax
      // What node would answer bare comes to be met as well.
      return leaving.replaceClose(http).on('checkExpectation', meetIt)
    },
  })
  acceptBodies(server)
  if (hub.metrics)
    server.addHook('onRequest', async (request, reply) => {
      templates.set(reply.raw, request.routeOptions.url ?? 'unmatched')
    })

  for (const route of routes) {
    const { endpoint } = route
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        reply.hijack()
        try {
          if (route.tags) await answerCached(route, request, reply)
          else await answerFresh(route, request, reply)
        } catch (error) {
          refuse(hub, reply.raw, error)
        }
      },
    })
  }

  async function answerCached(route: Route, request: FastifyRequest, reply: FastifyReply) {
    const sent = { params: request.params, query: request.query }
    const key = cacheKey(route.endpoint, sent)
    try {
      await takeFromLimit(hub, route.endpoint, null, clientOf(request.raw, hub.config.trustedProxies))
      const entry = await hub.cache.fill(key, async () => {
        const {
          reply: body,
          tags,
          mayKeep,
        } = await hub.load.carry('call', () => answerVisitor(hub, route, sent))
        return {
          status: 200,
          contentType: 'application/json; charset=utf-8',
          body: JSON.stringify(body),
          tags: new Set(tags),
          mayKeep,
        }
      })
      sendStored(request.raw, reply.raw, key, entry)
    } catch (error) {
      const mayBeTheirs =
        error instanceof Failure && error.code === 'not_found' && tokenOf(request.raw) !== undefined
      if (!mayBeTheirs) throw error
      await answerFresh(route, request, reply)
    }
  }

  async function answerFresh(route: Route, request: FastifyRequest, reply: FastifyReply) {
    const { endpoint } = route
    refuseOtherContent(endpoint, request)
    const client = clientOf(request.raw, hub.config.trustedProxies)
    const { params, query, body, raw } = request
    if (endpoint.files) allowSlowBody(raw)
    const act = async () => {
      const answer = await answerCall(hub, findActor, route, { params, query, body, request: raw, client })
      if (endpoint.download) await sendDownload(endpoint.download, reply.raw, answer)
      else sendJson(endpoint, reply.raw, answer)
    }
    if (route.evenBusy) return act()
    const work = endpoint.files || endpoint.download ? 'transfer' : 'call'
    return hub.load.carry(work, act, addressKey(client.ip))
  }

  const plain = (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const { method, path, handle, work } of rawRoutes) {
      scope.route({
        method,
        url: path,
        handler: async (request, reply) => {
          // What catches every address is the pages'; a call that does not exist is told so in JSON.
          if (path === '/*' && /^\/(api|files)\//.test(request.url)) return reply.callNotFound()
          reply.hijack()
          try {
            const client = clientOf(request.raw, hub.config.trustedProxies)
            const params = Object.fromEntries(
              Object.entries(request.params ?? {}).map(([name, value]) => [name, String(value)]),
            )
            const act = () => handle(hub, request.raw, reply.raw, { params, client, findActor, sendStored })
            if (work === 'transfer') allowSlowBody(request.raw)
            await (work ? hub.load.carry(work, act, addressKey(client.ip)) : act())
          } catch (error) {
            refuse(hub, reply.raw, error)
          }
        },
      })
    }
  }
  void server.register(async (scope) => plain(scope))

  server.setErrorHandler((error, _request, reply) => {
    reply.hijack()
    refuse(hub, reply.raw, error)
  })
  server.setNotFoundHandler((request, reply) => {
    reply.hijack()
    const path = request.url.split('?')[0] ?? '/'
    const allowed = methodsOf(routes, rawRoutes, path)
    // An address of a call that the router did not take for one: a part of it is too long.
    if (allowed.length === 0 || allowed.includes(request.method))
      return refuse(hub, reply.raw, notFound('Not found'))
    sendRefusal(reply.raw, new Failure('method_not_allowed', 'This method is not allowed here'), {
      allow: allowed.join(', '),
    })
  })
  return server
}

/** Path and query as the contract understands them: made-up keys cannot make new entries. */
function cacheKey(endpoint: Endpoint, sent: { params: unknown; query: unknown }): string {
  const { params, query } = parseInput(endpoint, { ...sent, body: undefined })
  const known = Object.entries(query ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${endpoint.path} ${JSON.stringify(params)} ${JSON.stringify(known)}`
}

function refuseOtherContent(endpoint: Endpoint, request: FastifyRequest): void {
  if (!endpoint.files) return
  if (request.headers['content-type']?.startsWith('multipart/form-data')) return
  throw new Failure('unsupported_media_type', 'This call takes multipart/form-data')
}

function sendJson(endpoint: Endpoint, response: ServerResponse, answer: unknown): void {
  response.setHeader('cache-control', 'no-store')
  response.statusCode = endpoint.status ?? 200
  if (endpoint.status === 204) {
    response.end()
    return
  }
  const body = JSON.stringify(answer)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', String(Buffer.byteLength(body)))
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

function refuse(hub: Hub, response: ServerResponse, error: unknown): void {
  const refusal = refusalOf(error)
  if (!refusal)
    hub.log.error('A request failed', {
      requestId: response.getHeader('x-request-id'),
      ...describeError(error),
    })
  holdRefusal(refusal ?? internalRefusal, (given) => sendRefusal(response, given))
}

function methodsOf(routes: readonly Route[], rawRoutes: readonly RawRoute[], path: string): string[] {
  const all = [
    ...routes.map(({ endpoint }) => ({ method: endpoint.method, path: endpoint.path as string })),
    ...rawRoutes.filter((raw) => !raw.path.endsWith('*')),
  ]
  const matching = all.filter((known) =>
    new RegExp(`^${known.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )
  return [...new Set(matching.map(({ method }) => method))]
}
