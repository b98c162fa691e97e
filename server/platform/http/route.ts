import type { IncomingMessage } from 'node:http'

import type { Access, Endpoint, Input, Reply, TokenScope } from '#contract/platform/endpoint.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Actor, AuthResult, Client } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { CacheableResponse, EncodedResponse } from '#platform/cache/response-cache.ts'
import type { Db } from '#platform/database/database.ts'
import type { WorkKind } from '#platform/load-shedding.ts'
import type { RouteLimit } from '#platform/rate-limits/policies.ts'

import { createContractRoute, type AnyHandler, type AnyTags, type PublicRead } from './contract-route.ts'
import type { Headers } from './headers.ts'
import type { BodyKind } from './request-body.ts'
import type { HttpResponse } from './send-response.ts'

/**
 * The callers of a route. Beyond the access of the contract: `public` never looks at the caller, and
 * `verified-by-handler` has a credential of its own, such as a signed URL or a signed body.
 */
type RouteAccess = Access | 'public' | 'verified-by-handler'

type Declaration = {
  /** GET also serves HEAD. */
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** In the syntax of find-my-way. */
  path: string
  access: RouteAccess
  /** The rate limit beyond that of all reads, see request-listener.ts. */
  limit?: RouteLimit
  /** The kind of slot that a request takes. Without one it is served by an overloaded node, too. */
  work?: WorkKind | undefined
  /** How the body is read before the handler runs. Without a kind it is left to the handler. */
  body?: BodyKind | undefined
  /** Bytes of the body, where it may be larger than 64 KB. */
  bodyMax?: number | undefined
  /** Sent with every response of the route, including errors. */
  headers?: Headers
}

export type RequestInput = { params: unknown; query: unknown; body: unknown }

export type RouteCall = RequestInput & { app: App; request: IncomingMessage; client: Client }

/** A response that is the same for every caller: its key in the cache, and how it is computed. */
type CachedCall = { key: string; compute: () => Promise<CacheableResponse> }

/** server.ts registers a route and dispatch.ts runs it. It has `cached`, `handle` or both. */
export type Route = Declaration & {
  /** Takes access tokens with one of these scopes. */
  token?: readonly TokenScope[] | undefined
  allowBanned?: true | undefined
  parse: (input: RequestInput) => RequestInput
  /** Only visitors get the cached response. */
  variesByUser?: boolean | undefined
  cached?: ((call: RouteCall) => CachedCall | Promise<CachedCall>) | undefined
  /** With `cached`: for a signed-in caller for whom the public response is 404, or always with `variesByUser`. */
  handle?: (call: RouteCall & { actor: Actor | null }) => Promise<HttpResponse | EncodedResponse>
}

/** A route of the contract. `read` is how a page reads it while it is rendered. */
export type ContractRoute = Route & { endpoint: Endpoint; read: PublicRead }

type ActorFor<A extends RouteAccess> = A extends 'anyone'
  ? Actor | null
  : A extends 'public' | 'verified-by-handler'
    ? null
    : Actor

/** The argument of a handler of the contract. */
type HandlerContext<E extends Endpoint> = Input<E> & {
  db: Db
  app: App
  actor: ActorFor<E['access']>
  client: Client
  /** The unread body of a multipart call, with its headers. */
  request: E['files'] extends object ? IncomingMessage : undefined
  idempotencyKey: string | undefined
  /** Adds tags of data that the cached response depends on and does not show. */
  addCacheTags: (...tags: CacheTag[]) => void
}

type Handler<E extends Endpoint> = (context: HandlerContext<E>) => E['download'] extends object
  ? Promise<AsyncIterable<Reply<E>>>
  : // Instead of this reply a handler may return nothing.
    Promise<Reply<E>> | ({ success: true } extends Reply<E> ? Promise<void> : never)

/**
 * Binds a handler to its endpoint: the compiler checks its input, actor and reply. `checksReply: false` is for a reply of
 * thousands of values, whose check takes a quarter of the call: the handler lists each field, and its tests compare
 * the replies with the schema.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  options: { checksReply?: boolean } = {},
): ContractRoute {
  return createContractRoute(endpoint, handle as unknown as AnyHandler, options)
}

/**
 * A public GET whose response is the same for every caller. It is cached until one of its tags is invalidated; without
 * tags it has an ETag but is not cached. The handler gets no actor. A 404 is handled again on behalf of the caller,
 * uncached. With `variesByUser` every request with a token is handled on behalf of the caller, or only those whose public
 * reply it accepts.
 */
export function cachedRoute<E extends Endpoint>(
  endpoint: E,
  tags: (input: Pick<Input<E>, 'params' | 'query'>, reply: Reply<E>) => readonly CacheTag[] | undefined,
  handle: Handler<E>,
  { variesByUser = false }: { variesByUser?: boolean | ((reply: Reply<E>) => boolean) } = {},
): ContractRoute {
  const varies =
    typeof variesByUser === 'function' ? (variesByUser as (reply: unknown) => boolean) : undefined
  const cached = createContractRoute(endpoint, handle as unknown as AnyHandler, {
    tags: tags as unknown as AnyTags,
    varies,
  })
  return { ...cached, variesByUser: variesByUser === true }
}

/** The argument of a handler outside the contract. */
export type HttpContext<A extends RouteAccess = 'public'> = {
  app: App
  request: IncomingMessage
  client: Client
  params: Record<string, string>
  actor: ActorFor<A>
  /** Empty unless the route declares `body: 'bytes'`. */
  body: Buffer
}

type HttpHandlers<A extends RouteAccess> =
  | { handle: (context: HttpContext<A>) => Promise<HttpResponse | EncodedResponse> }
  | { cached: (context: HttpContext<A>) => CachedCall | Promise<CachedCall> }

/** A route outside the contract: files, feeds, pages, metrics and other protocols. */
export function httpRoute<A extends RouteAccess>(
  declaration: Declaration & { access: A } & HttpHandlers<A>,
): Route {
  return { ...(declaration as unknown as Omit<Route, 'parse'>), parse: (input) => input }
}

/** Finds out whom a session token belongs to. */
export type FindActor = (token: string) => Promise<AuthResult | undefined>
