import type { z } from 'zod/mini'

import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/** Who may call an endpoint. The server enforces it, the web app hides what it forbids. A list means any of them. */
export type Access = 'anyone' | 'signed-in' | Permission | readonly Permission[]

/** Which limit of calls an endpoint shares (security.md, 1.7); the figures are the server's. */
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

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/${string}`
  /** One sentence for the published documentation. */
  summary: string
  access: Access
  /** A banned person may still call it, so that the ban screen can be shown and left. */
  evenBanned?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  /** The JSON body; of a multipart call, its text fields. */
  body?: z.ZodMiniType
  /** The file parts of a multipart call, each with what it holds. A call with files takes multipart only. */
  files?: Readonly<Record<string, string>>
  reply: z.ZodMiniType
  /** The answer is a file, sent piece by piece as it is made; `reply` describes a piece. */
  download?: { type: 'text/csv'; fileName: string }
  /** 200 unless said. 204 answers nothing. */
  status?: 201 | 204
  limit?: LimitName
  /** How it may refuse beyond what its access, its path and its inputs imply; for the published documentation. */
  refuses?: readonly ErrorCode[]
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Sent<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined

/** What a handler gets, after parsing. */
export type Input<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

export type Query<E extends Endpoint> = Sent<E['query']>
export type Body<E extends Endpoint> = Sent<E['body']>
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Keeps the literal types of one endpoint, so that both sides can be checked against it. */
export function endpoint<const E extends Endpoint>(shape: E): E {
  return shape
}
