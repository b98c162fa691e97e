import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { create as contentDisposition } from 'content-disposition'

import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Actor, Client } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { etagOf, type CacheableResponse } from '#platform/cache/response-cache.ts'
import type { Db } from '#platform/database/database.ts'
import { badRequest, notFound, signInNeeded } from '#platform/errors.ts'
import { parse } from '#platform/parse.ts'
import { minute } from '#platform/clock.ts'

import { anyOriginHeaders } from './headers.ts'
import type { ContractRoute, RequestInput } from './route.ts'
import { jsonResponse, type HttpResponse, type StreamBody } from './send-response.ts'

/** A client that reads nothing for this long is disconnected. */
const stallMax = minute

/** A body of chunks that are computed as fast as the client reads them: one chunk is in memory. */
function chunkedBody(chunks: AsyncIterable<unknown>): StreamBody {
  return {
    async open() {
      const iterator = chunks[Symbol.asyncIterator]()
      const first = await iterator.next()
      return {
        async send(response) {
          response.setTimeout(stallMax, () => response.destroy())
          // Readable reads sixteen objects ahead by default.
          const stream = Readable.from(resume(first, iterator), { highWaterMark: 1 })
          await pipeline(stream, response).catch((error: unknown) => {
            if (!response.destroyed || !isDisconnect(error)) throw error
          })
        },
        close: async () => void (await iterator.return?.()),
      }
    },
  }
}

async function* resume(first: IteratorResult<unknown>, rest: AsyncIterator<unknown>): AsyncGenerator {
  for (let chunk = first; !chunk.done; chunk = await rest.next()) yield chunk.value
}

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

export type AnyHandler = (
  context: RequestInput & {
    db: Db
    app: App
    actor: Actor | null
    client: Client
    request: IncomingMessage | undefined
    idempotencyKey: string | undefined
    addCacheTags: (...tags: CacheTag[]) => void
  },
) => Promise<unknown>

/** Undefined for a reply that is not worth caching. */
export type AnyTags = (input: RequestInput, reply: unknown) => readonly CacheTag[] | undefined

/** Reads a public endpoint for a visitor. */
export type PublicRead = (
  app: App,
  input: { params: unknown; query: unknown },
) => Promise<{ reply: unknown; tags: readonly string[]; noStore: boolean }>

/** `tags` makes the route a cached one. */
export function createContractRoute(
  endpoint: Endpoint,
  handle: AnyHandler,
  {
    tags,
    varies = () => false,
    checksReply = true,
  }: { tags?: AnyTags; varies?: ((reply: unknown) => boolean) | undefined; checksReply?: boolean },
): ContractRoute {
  const { method, path, access, allowBanned, limit, files, download, bodyMax, token } = endpoint
  const parseRequest = (input: RequestInput) => parseInput(endpoint, input)
  const readParsed = (app: App, input: RequestInput) => readPublic(app, endpoint, handle, tags, input)

  return {
    endpoint,
    method,
    path,
    access,
    allowBanned,
    token,
    limit: limit ?? (method === 'GET' ? 'read' : 'write'),
    work: files || download ? 'transfer' : 'call',
    body: files ? 'multipart' : method === 'GET' ? undefined : 'json',
    bodyMax,
    ...(method === 'GET' && access === 'anyone' && { headers: anyOriginHeaders }),
    parse: parseRequest,
    async read(app, input) {
      if (access !== 'anyone') throw signInNeeded()
      return readParsed(app, parseRequest({ ...input, body: undefined }))
    },
    cached:
      tags &&
      (({ app, params, query, body }) => ({
        key: cacheKey(path, params, query),
        compute: async () => {
          const read = await readParsed(app, { params, query, body })
          return { ...cacheable(read), variesByUser: varies(read.reply) }
        },
      })),
    async handle({ app, request, client, actor, params, query, body }) {
      const reply = await handle({
        params,
        query,
        body,
        db: app.db,
        app,
        actor,
        client,
        request: files && request,
        idempotencyKey: idempotencyKeyOf(request),
        addCacheTags: () => undefined,
      })
      return download ? downloadResponse(download, reply) : replyResponse(endpoint, reply, checksReply)
    },
  }
}

async function readPublic(
  app: App,
  endpoint: Endpoint,
  handle: AnyHandler,
  tags: AnyTags | undefined,
  input: RequestInput,
): ReturnType<PublicRead> {
  const added: string[] = []
  const result = await handle({
    ...input,
    db: app.db,
    app,
    actor: null,
    client: { ip: '', userAgent: '' },
    request: undefined,
    idempotencyKey: undefined,
    addCacheTags: (...names) => void added.push(...names),
  })
  const reply = parseReply(endpoint, result)
  const tagsOfReply = tags?.(input, reply)
  return { reply, tags: [...(tagsOfReply ?? []), ...added], noStore: tagsOfReply === undefined }
}

function cacheable({ reply, tags, noStore }: Awaited<ReturnType<PublicRead>>): CacheableResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', ...anyOriginHeaders },
    body: JSON.stringify(reply),
    tags: new Set(tags),
    noStore,
  }
}

/** Made of the parsed input, so that unknown query keys do not add entries. */
function cacheKey(path: string, params: unknown, query: unknown): string {
  const sorted = Object.entries(query ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${path} ${JSON.stringify(params)} ${JSON.stringify(sorted)}`
}

function parseInput(endpoint: Endpoint, { params, query, body }: RequestInput): RequestInput {
  const parsed = endpoint.params?.safeParse(params)
  // A malformed id in a path names nothing, so it is not found rather than invalid.
  if (parsed && !parsed.success) throw notFound('Not found')
  return {
    params: parsed?.data,
    query: endpoint.query && parse(endpoint.query, singleValues(query)),
    body: endpoint.body && !endpoint.files ? parse(endpoint.body, body ?? {}) : undefined,
  }
}

/** The last value of a repeated key. An empty value means that the key is absent. */
function singleValues(query: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query ?? {})) {
    const single: unknown = Array.isArray(value) ? value.at(-1) : value
    if (single !== '') values[key] = single
  }
  return values
}

function replyResponse(endpoint: Endpoint, reply: unknown, isChecked: boolean): HttpResponse {
  if (endpoint.status === 204) return { status: 204 }
  const response = jsonResponse(isChecked ? parseReply(endpoint, reply) : reply, endpoint.status)
  if (!endpoint.hasETag) return response
  // Browsers do not store it: the client sends the ETag of a response that it has in memory.
  return { ...response, headers: { ...response.headers, etag: `"${etagOf(Buffer.from(response.body))}"` } }
}

/** Only what the schema lists leaves the server. A handler without a reply was successful. */
function parseReply(endpoint: Endpoint, reply: unknown = { success: true }): unknown {
  const result = endpoint.reply.safeParse(reply)
  if (result.success) return result.data
  throw new Error(`The reply of ${endpoint.method} ${endpoint.path} does not match its schema`, {
    cause: result.error,
  })
}

function downloadResponse(
  { type, fileName }: NonNullable<Endpoint['download']>,
  chunks: unknown,
): HttpResponse {
  if (!isAsyncIterable(chunks)) throw new Error('The handler of a download must return an async iterable')
  return {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': contentDisposition(fileName),
    },
    body: chunkedBody(chunks),
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key))
    throw badRequest('The Idempotency-Key is not valid')
  return key
}
