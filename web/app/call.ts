import type { api } from '#contract/api.ts'
import type { Body, Endpoint, Query, Reply } from '#contract/endpoint.ts'
import type { ErrorCode, ErrorReply } from '#contract/errors.ts'

import { currentToken, noteRefusal } from './session-store.ts'

type Api = typeof api
type AnyEndpoint = { [Feature in keyof Api]: Api[Feature][keyof Api[Feature]] }[keyof Api]
type NameOf<E> = E extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never

/** Every call of the contract by its name, as `GET /api/scripts/:id`: the schemas themselves stay on the server. */
export type CallName = NameOf<AnyEndpoint>
type EndpointOf<Name extends CallName> = Extract<
  AnyEndpoint extends infer E ? (E extends Endpoint ? (NameOf<E> extends Name ? E : never) : never) : never,
  Endpoint
>

export type CallReply<Name extends CallName> = Reply<EndpointOf<Name>>

type PathParams<Name extends string> = Name extends `${string}:${infer Param}/${infer Rest}`
  ? { [Key in Param]: string | number } & PathParams<Rest>
  : Name extends `${string}:${infer Param}`
    ? { [Key in Param]: string | number }
    : unknown
type ParamsInput<Name extends string> =
  unknown extends PathParams<Name> ? unknown : { params: PathParams<Name> }
type QueryInput<E extends Endpoint> =
  Query<E> extends undefined
    ? unknown
    : object extends Query<E>
      ? { query?: { [Key in keyof Query<E>]?: Query<E>[Key] | undefined } }
      : { query: Query<E> }
type BodyInput<E extends Endpoint> = E['files'] extends object
  ? { form: FormData }
  : Body<E> extends undefined
    ? unknown
    : { body: Body<E> }
type CallInput<Name extends CallName> = ParamsInput<Name> &
  QueryInput<EndpointOf<Name>> &
  BodyInput<EndpointOf<Name>> & { signal?: AbortSignal | undefined }
type CallArguments<Name extends CallName> =
  object extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]

type Texts = Record<string, string | number | undefined>

/** A call on its way, before it is decided what carries it. */
export type Request = {
  name: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  form: FormData | undefined
  signal: AbortSignal | undefined
  token: string | undefined
}
/** `body` is undefined when the answer is not JSON. */
export type Answer = { status: number; statusText: string; retryAfter: number | undefined; body: unknown }
export type Transport = (request: Request) => Promise<Answer>

/** A refusal or a failure, with the words to show. `code` is `network` when nothing answered. */
export class CallFailure extends Error {
  readonly status: number
  readonly statusText: string
  readonly code: ErrorCode | 'network' | 'unknown'
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfter: number | undefined

  constructor(message: string, failure: Partial<Omit<CallFailure, 'name' | 'message'>> = {}) {
    super(message)
    this.name = 'CallFailure'
    this.status = failure.status ?? 0
    this.statusText = failure.statusText ?? ''
    this.code = failure.code ?? 'unknown'
    this.fields = failure.fields ?? {}
    this.retryAfter = failure.retryAfter
  }
}

let transport: Transport = overNetwork
let tellFailure: (name: CallName, failure: CallFailure) => void = () => undefined

/** Server rendering answers calls in its own process. */
export function setTransport(replacement: Transport): void {
  transport = replacement
}

/** Tells of every call that is answered by anything but success. */
export function watchFailures(listener: typeof tellFailure): void {
  tellFailure = listener
}

/** Makes one call of the contract: `call('GET /api/scripts/:id', { params: { id } })`. */
export async function call<Name extends CallName>(
  name: Name,
  ...input: CallArguments<Name>
): Promise<CallReply<Name>> {
  return callOver(transport, name, ...input)
}

/** The same, carried by something else: an upload that tells how far it is. */
export async function callOver<Name extends CallName>(
  carrier: Transport,
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<CallReply<Name>> {
  const given: {
    params?: Texts
    query?: Texts
    body?: unknown
    form?: FormData
    signal?: AbortSignal | undefined
  } = input ?? {}
  const token = currentToken()
  const answer = await carrier({
    name,
    params: asTexts(given.params),
    query: asTexts(given.query),
    body: given.body,
    form: given.form,
    signal: given.signal,
    token,
  })
  if (answer.status >= 200 && answer.status < 300) return answer.body as CallReply<Name>
  const failure = failureOf(answer)
  if (token !== undefined) noteRefusal(token, failure.code)
  tellFailure(name, failure)
  throw failure
}

function asTexts(values: Texts | undefined): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(values ?? {}))
    if (value !== undefined && value !== '') texts[key] = String(value)
  return texts
}

/** What an answer that is no success says. */
export function failureOf({ status, statusText, retryAfter, body }: Answer): CallFailure {
  if (!isErrorReply(body))
    return new CallFailure(`HTTP ${status}: ${statusText}`, {
      status,
      statusText,
      ...(retryAfter && { retryAfter }),
    })
  return new CallFailure(body.error, {
    status,
    statusText,
    code: body.code,
    fields: body.fields ?? {},
    ...(retryAfter && { retryAfter }),
  })
}

function isErrorReply(body: unknown): body is ErrorReply {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}

/** The address a call goes to. */
export function addressOf(
  name: string,
  params: Record<string, string>,
  query: Record<string, string>,
): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

async function overNetwork({ name, params, query, body, form, signal, token }: Request): Promise<Answer> {
  const headers = new Headers()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(addressOf(name, params, query), {
    method: name.slice(0, name.indexOf(' ')),
    headers,
    ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new CallFailure('Network error occurred', { code: 'network' })
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    statusText: response.statusText,
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
    body: response.status === 204 ? null : isJson ? await response.json().catch(() => undefined) : undefined,
  }
}
