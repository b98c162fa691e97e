import { keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query'

import type { api } from '#contract/api.ts'
import type { Body, Endpoint, Query, Reply } from '#contract/platform/endpoint.ts'
import type { ErrorCode, ErrorReply } from '#contract/platform/errors.ts'
import type { Pagination } from '#contract/platform/fields.ts'

import { pageBeyondEnd } from './page-beyond-end.ts'
import { currentToken, onAuthError } from './session-store.ts'

type Api = typeof api
type AnyEndpoint = { [Feature in keyof Api]: Api[Feature][keyof Api[Feature]] }[keyof Api]
type NameOf<E> = E extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never

/** Every endpoint of the contract, as `GET /api/scripts/:id`. Only types are imported: the schemas stay on the server. */
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
type UntypedInput = {
  params?: Texts
  query?: Texts
  body?: unknown
  form?: FormData
  signal?: AbortSignal | undefined
}

/** A call before a transport sends it. */
export type CallRequest = {
  name: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  form: FormData | undefined
  signal: AbortSignal | undefined
  token: string | undefined
}
/** `body` is undefined if the response is not JSON. */
export type CallResponse = {
  status: number
  statusText: string
  retryAfter: number | undefined
  body: unknown
}
export type Transport = (request: CallRequest) => Promise<CallResponse>

/** A failed call, with the message to show. `code` is `network` without a response, `unknown` without an error reply. */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  readonly code: ErrorCode | 'network' | 'unknown'
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfter: number | undefined
  /** A task to solve before the call is repeated. */
  readonly challenge: ErrorReply['challenge']

  constructor(message: string, details: Partial<Omit<ApiError, 'name' | 'message'>> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = details.status ?? 0
    this.statusText = details.statusText ?? ''
    this.code = details.code ?? 'unknown'
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
    this.challenge = details.challenge
  }
}

let transport: Transport = sendByFetch
let reportCallError: (name: CallName, error: ApiError) => void = () => undefined

/** Server rendering replaces fetch: its calls do not leave the server. */
export function setTransport(replacement: Transport): void {
  transport = replacement
}

/** The listener receives the error of every failed call. */
export function onCallError(listener: typeof reportCallError): void {
  reportCallError = listener
}

/** Calls an endpoint of the contract: `call('GET /api/scripts/:id', { params: { id } })`. */
export async function call<Name extends CallName>(
  name: Name,
  ...input: CallArguments<Name>
): Promise<CallReply<Name>> {
  return callWith(transport, name, ...input)
}

/** The query of a call, whose signal cancels it: `callQuery(['teams', id], 'GET /api/teams/:id', { params: { id } })`. */
export function callQuery<Name extends CallName>(
  queryKey: QueryKey,
  name: Name,
  ...[input]: CallArguments<Name>
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => send<CallReply<Name>>(transport, name, { ...input, signal }),
  })
}

/** A page of a list, or its last one when the number is too high; `pagination.page` is its number. */
export async function callPage<Name extends CallName>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<Page<Name>> {
  return sendPage(name, input)
}

async function sendPage<Name extends CallName>(
  name: Name,
  input: UntypedInput | undefined,
): Promise<Page<Name>> {
  const list = await send<Page<Name>>(transport, name, input)
  const page = pageBeyondEnd(list.pagination)
  return page === undefined ? list : send(transport, name, { ...input, query: { ...input?.query, page } })
}

type Page<Name extends CallName> = CallReply<Name> & { pagination: Pagination }

/** The query of `callPage`. Until another page is read, the list has the earlier one. */
export function pagedQuery<Name extends CallName>(
  queryKey: QueryKey,
  name: Name,
  ...[input]: CallArguments<Name>
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => sendPage(name, { ...input, signal }),
    placeholderData: keepPreviousData,
  })
}

/** `call` with another transport, such as one that reports upload progress. */
export async function callWith<Name extends CallName>(
  sendRequest: Transport,
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<CallReply<Name>> {
  return send<CallReply<Name>>(sendRequest, name, input)
}

async function send<Result>(
  sendRequest: Transport,
  name: CallName,
  input: UntypedInput = {},
): Promise<Result> {
  const { params, query, body, form, signal } = input
  const token = currentToken()
  const response = await sendRequest({
    name,
    params: asTexts(params),
    query: asTexts(query),
    body,
    form,
    signal,
    token,
  })
  if (response.status >= 200 && response.status < 300) return response.body as Result
  const error = toApiError(response)
  if (token !== undefined) onAuthError(token, error.code)
  reportCallError(name, error)
  throw error
}

function asTexts(values: Texts | undefined): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(values ?? {}))
    if (value !== undefined && value !== '') texts[key] = String(value)
  return texts
}

export function toApiError({ status, statusText, retryAfter, body }: CallResponse): ApiError {
  if (!isErrorReply(body))
    return new ApiError(`HTTP ${status}: ${statusText}`, {
      status,
      statusText,
      ...(retryAfter && { retryAfter }),
    })
  return new ApiError(body.error, {
    status,
    statusText,
    code: body.code,
    fields: body.fields ?? {},
    challenge: body.challenge,
    ...(retryAfter && { retryAfter }),
  })
}

function isErrorReply(body: unknown): body is ErrorReply {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
}

export function urlOf(name: string, params: Record<string, string>, query: Record<string, string>): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

async function sendByFetch({
  name,
  params,
  query,
  body,
  form,
  signal,
  token,
}: CallRequest): Promise<CallResponse> {
  const headers = new Headers()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(urlOf(name, params, query), {
    method: name.slice(0, name.indexOf(' ')),
    headers,
    ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError('Network error occurred', { code: 'network' })
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    statusText: response.statusText,
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
    body: response.status === 204 ? null : isJson ? await response.json().catch(() => undefined) : undefined,
  }
}
