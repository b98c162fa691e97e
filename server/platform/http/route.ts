import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import type { Actor, Client } from '#platform/actor.ts'
import type { Entry } from '#platform/cache.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import type { Work } from '#platform/load.ts'

type ActorFor<E extends Endpoint> = E['access'] extends 'anyone' ? Actor | null : Actor

/** Everything a handler may need; most take `db`, `actor` and the parsed input. */
export type Call<E extends Endpoint> = Input<E> & {
  db: Db
  hub: Hub
  actor: ActorFor<E>
  client: Client
  /** The unread body of a multipart call, with its headers. */
  request: E['files'] extends object ? IncomingMessage : undefined
  idempotencyKey: string | undefined
  /** Adds tags to a kept answer: of what it depends on and does not show. */
  dependsOn: (...tags: string[]) => void
}

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E['download'] extends object ? AsyncIterable<Reply<E>> : Reply<E>>

export type AnyCall = {
  db: Db
  hub: Hub
  actor: Actor | null
  client: Client
  params: unknown
  query: unknown
  body: unknown
  request: IncomingMessage | undefined
  idempotencyKey: string | undefined
  dependsOn: (...tags: string[]) => void
}

export type Route = {
  endpoint: Endpoint
  handle: (call: AnyCall) => Promise<unknown>
  /** Set on answers that are the same for everyone; undefined for one that is not worth keeping. */
  tags:
    | ((input: { params: unknown; query: unknown }, reply: unknown) => readonly string[] | undefined)
    | undefined
  /** Answered however much there is to do. */
  evenBusy?: true
}

/** Binds a handler to its contract; the compiler checks input, actor and reply. */
export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  // The one place where a parsed call meets its handler: server.ts parses by the same endpoint.
  return { endpoint, handle: handle as unknown as Route['handle'], tags: undefined }
}

/**
 * A public GET whose answer is the same for everyone: it is kept as ready bytes until a write changes one of
 * its tags; without tags it has its ETag, but is made anew each time. The handler gets no actor. A 404 is asked
 * again on behalf of the caller, uncached.
 */
export function cachedRoute<E extends Endpoint>(
  endpoint: E,
  tags: (input: Pick<Input<E>, 'params' | 'query'>, reply: Reply<E>) => readonly string[] | undefined,
  handle: Handler<E>,
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'], tags: tags as unknown as Route['tags'] }
}

/** A call outside the contract's JSON: files that travel by signed address, pages, published documents. */
export type RawRoute = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** Fastify's pattern; GET answers HEAD too. */
  path: string
  /** What it counts as while it is answered; undefined for ready bytes, and for what counts its making itself. */
  work?: Work
  handle: (hub: Hub, request: IncomingMessage, response: ServerResponse, call: RawCall) => Promise<void>
}

export type RawCall = {
  params: Record<string, string>
  client: Client
  findActor: FindActor
  /** Sends a stored answer; later requests of the same address are answered before any routing. */
  sendStored: (request: IncomingMessage, response: ServerResponse, key: string, entry: Entry) => void
}

/** Who a token speaks for; see server.ts. */
export type FindActor = (token: string) => Promise<{ actor: Actor; refusal: Error | undefined } | undefined>
