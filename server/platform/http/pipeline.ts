import type { IncomingMessage } from 'node:http'

import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Actor, Client } from '#platform/actor.ts'
import { badRequest, Failure, forbidden, notFound, signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { addressKey, limitPolicies } from '#platform/limits.ts'
import { parse } from '#platform/parse.ts'

import type { FindActor, Route } from './route.ts'

export type Sent = {
  params: unknown
  query: unknown
  body: unknown
  request: IncomingMessage
  client: Client
}

/** The way of a call: access, parse, limit, handler, reply by its schema, so that nothing unlisted gets out. */
export async function answerCall(hub: Hub, findActor: FindActor, route: Route, sent: Sent): Promise<unknown> {
  const { endpoint } = route
  const actor = await admit(endpoint, tokenOf(sent.request), findActor)
  const input = parseInput(endpoint, sent)
  await takeFromLimit(hub, endpoint, actor, sent.client)
  const reply = await route.handle({
    ...input,
    db: hub.db,
    hub,
    actor,
    client: sent.client,
    request: endpoint.files && sent.request,
    idempotencyKey: idempotencyKeyOf(sent.request),
    dependsOn: () => undefined,
  })
  return endpoint.download ? reply : parseReply(endpoint, reply)
}

/** Answers a public GET for a visitor, in this process: how pages read the site and how the cache is filled. */
export async function answerVisitor(
  hub: Hub,
  route: Route,
  sent: { params?: unknown; query?: unknown },
): Promise<{ reply: unknown; tags: readonly string[]; mayKeep: boolean }> {
  const { endpoint } = route
  const input = {
    ...parseInput(endpoint, { params: sent.params ?? {}, query: sent.query ?? {}, body: undefined }),
    db: hub.db,
    hub,
  }
  const unseen: string[] = []
  const visitor = {
    actor: null,
    client: { ip: '', userAgent: '' },
    request: undefined,
    idempotencyKey: undefined,
    dependsOn: (...names: string[]) => void unseen.push(...names),
  }
  const reply = parseReply(endpoint, await route.handle({ ...input, ...visitor }))
  const tags = route.tags?.(input, reply)
  return { reply, tags: [...(tags ?? []), ...unseen], mayKeep: tags !== undefined }
}

async function admit(
  endpoint: Endpoint,
  token: string | undefined,
  findActor: FindActor,
): Promise<Actor | null> {
  const identity = token === undefined ? undefined : await findActor(token)
  if (endpoint.access === 'anyone') return identity && !identity.refusal ? identity.actor : null
  if (!identity) throw signInNeeded()
  if (identity.refusal && !endpoint.evenBanned) throw identity.refusal
  if (identity.refusal && identity.refusal instanceof Failure && identity.refusal.code !== 'banned')
    throw identity.refusal
  requirePermission(endpoint.access, identity.actor)
  return identity.actor
}

const refusalTexts: Partial<Record<Permission, string>> = {
  'scripts.download': 'You need permission to download scripts',
  'scripts.rate': 'You need permission to rate scripts',
  'scripts.upload': 'You need permission to upload scripts',
}

function requirePermission(access: Exclude<Access, 'anyone'>, actor: Actor): void {
  if (access === 'signed-in') return
  const enough = typeof access === 'string' ? [access] : access
  if (enough.some((key) => actor.permissions.has(key))) return
  throw forbidden((enough[0] && refusalTexts[enough[0]]) ?? 'Access Denied')
}

/** What was sent, as the contract understands it; anything else is refused. */
export function parseInput(endpoint: Endpoint, sent: Pick<Sent, 'params' | 'query' | 'body'>) {
  const params = endpoint.params?.safeParse(sent.params)
  // A malformed id in a path names nothing, so it is not found rather than invalid.
  if (params && !params.success) throw notFound('Not found')
  return {
    params: params?.data,
    query: endpoint.query && parse(endpoint.query, singleValues(sent.query)),
    body: endpoint.body && !endpoint.files ? parse(endpoint.body, sent.body ?? {}) : undefined,
  }
}

/** A repeated key would arrive as a list, an empty one as a filter for nothing. */
function singleValues(query: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query ?? {})) {
    const single: unknown = Array.isArray(value) ? value.at(-1) : value
    if (single !== '') values[key] = single
  }
  return values
}

export async function takeFromLimit(
  hub: Hub,
  endpoint: Endpoint,
  actor: Actor | null,
  client: Client,
): Promise<void> {
  const name = endpoint.limit ?? (endpoint.method === 'GET' ? 'read' : 'write')
  // Reads are counted at the door, before anything is looked up.
  if (name === 'read') return
  const policy = limitPolicies[name]
  const key = actor ? `user ${actor.id}` : addressKey(client.ip)
  if (policy.isExact) await hub.limits.take(name, key, policy)
  else hub.floods.take(name, key, policy)
}

function parseReply(endpoint: Endpoint, reply: unknown): unknown {
  if (endpoint.status === 204) return null
  const result = endpoint.reply.safeParse(reply)
  if (result.success) return result.data
  throw new Error(`The reply of ${endpoint.method} ${endpoint.path} breaks its contract`, {
    cause: result.error,
  })
}

export function tokenOf(request: IncomingMessage): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
}

function idempotencyKeyOf(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key))
    throw badRequest('The Idempotency-Key is not valid')
  return key
}
