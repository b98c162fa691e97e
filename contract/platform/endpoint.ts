import type { z } from 'zod/mini'

import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/** The callers of an endpoint; one permission of a list is enough. The server enforces it, the web app hides controls. */
export type Access = 'anyone' | 'signed-in' | Permission | readonly Permission[]

/** The uses of an access token, see tokens.ts. */
export type TokenScope = 'read' | 'download' | 'publish'

/** The rate limit of an endpoint; its numbers are in server/platform/rate-limits/policies.ts. */
export type LimitName =
  | 'read'
  | 'write'
  | 'search'
  | 'view'
  | 'register'
  | 'login'
  | 'reset'
  | 'submit'
  | 'upload'
  | 'takedown'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  /** The title of the call in the API reference. */
  summary: string
  /** Sentences for the API reference: Markdown, of which only `code` is used. */
  description?: string
  access: Access
  /** Allows banned users, so that the web app can show the ban screen and sign them out. */
  allowBanned?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  /** The JSON body, or the text fields of a multipart request. */
  body?: z.ZodMiniType
  /** Bytes of the JSON body, where it may be larger than 64 KB. */
  bodyMax?: number
  /** The file parts with their descriptions. An endpoint with files accepts multipart requests only. */
  files?: Readonly<Record<string, string>>
  /** The file parts that the published documentation marks as required. */
  requiredFiles?: readonly string[]
  /** A call for anyone whose response also depends on the user of a valid token. */
  usesToken?: true
  /** The call takes access tokens with one of these scopes. Any other call takes none. */
  token?: readonly TokenScope[]
  /** A call for signed-in users that is polled: its response has an ETag. */
  hasETag?: true
  /** The call takes an Idempotency-Key header. */
  takesIdempotencyKey?: true
  reply: z.ZodMiniType
  /** The response is a streamed file; `reply` describes a chunk. */
  download?: { type: 'text/csv'; fileName: string }
  /** Default 200. */
  status?: 201 | 204
  /** Default: `read` for GET, `write` for others. */
  limit?: LimitName
  /** Error codes beyond those that access, path and inputs imply; for the API reference. */
  errors?: readonly ErrorCode[]
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Sent<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined

/** The parsed input of a handler. */
export type Input<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

export type Query<E extends Endpoint> = Sent<E['query']>
export type Body<E extends Endpoint> = Sent<E['body']>
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Keeps the literal types of an endpoint for the server and the web app. */
export function endpoint<const E extends Endpoint>(shape: E): E {
  return shape
}
