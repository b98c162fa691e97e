import { configuredHub, typed } from '#cli/program.ts'
import type { z } from 'zod/mini'

import type { Body, Endpoint, Query, Reply } from '#contract/platform/endpoint.ts'
import { ErrorReply } from '#contract/platform/errors.ts'
import { countText } from '#scan/count-text.ts'
import { CliError, exitCodes } from '#cli/cli-error.ts'

import { findToken } from './token.ts'

type Params<E extends Endpoint> = E['params'] extends z.ZodMiniType ? { params: { id: number } } : object
type Sent<E extends Endpoint> = Params<E> &
  (E['query'] extends z.ZodMiniType ? { query?: Query<E> } : object) &
  (E['body'] extends z.ZodMiniType ? { body: Body<E> | FormData } : object)

export type Hub = ReturnType<typeof openHub>

const timeoutMs = 30_000
/** The hub is busy, or the request took too long to arrive. */
const repeatedStatuses = [408, 503]
/** A read that failed on the way is repeated after these times. */
const pausesMs = [500, 2000]
/** A limit of the hub is waited for, several times in a row, because several calls may wait for it. */
const limitWaitsMax = 10
const limitWaitMaxSeconds = 60
/** A longer wait is named. */
const silentWaitSeconds = 2

const login = () => `Run "${typed('login')}", or set SCRIPTHAVEN_TOKEN to an access token.`

export function tokenNeeded(url: string): CliError {
  const own = configuredHub() ?? url
  const advice =
    own === url
      ? login()
      : `SCRIPTHAVEN_TOKEN is for ${own} only, where this program comes from. Run "${typed('login')}".`
  return new CliError(`${url} needs an access token. ${advice}`, exitCodes.hub)
}

/** The calls of a hub. Public ones need no token. It is sent to the hub itself only: redirects of calls are errors. */
export function openHub(url: string) {
  async function call<const E extends Endpoint>(
    endpoint: E,
    sent: Sent<E>,
    token = endpoint.access === 'anyone' ? undefined : findToken(url),
  ): Promise<Reply<E>> {
    const { params, query, body } = sent as { params?: { id: number }; query?: object; body?: unknown }
    const target = new URL(endpoint.path.replace(':id', String(params?.id)), url)
    for (const [key, value] of Object.entries(query ?? {}))
      if (value !== undefined) target.searchParams.set(key, String(value))
    const isForm = body instanceof FormData
    const response = await send(target, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(isForm ? 3_600_000 : timeoutMs),
    })
    if (response.status >= 300) throw await rejected(response, token !== undefined)
    const reply = endpoint.reply.safeParse(response.status === 204 ? null : await readJson(response))
    if (!reply.success)
      throw new CliError(
        `${url} sent a reply that this release cannot read. Download ${url}/cli.mjs again.`,
        exitCodes.hub,
      )
    // The schema of the endpoint describes its reply.
    return reply.data as Reply<E>
  }

  async function send(target: URL, init: RequestInit): Promise<Response> {
    for (let waits = 0; ; waits++) {
      const response = await sendOnce(target, init)
      const seconds = retryAfterOf(response)
      if (response.status !== 429 || waits === limitWaitsMax || seconds > limitWaitMaxSeconds) return response
      if (seconds > silentWaitSeconds)
        process.stderr.write(
          `${url} received many requests. This goes on in ${countText(seconds, 'second')}.\n`,
        )
      // Otherwise it would hold its connection.
      await response.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    }
  }

  async function sendOnce(target: URL, init: RequestInit): Promise<Response> {
    for (const pauseMs of [...(init.body instanceof FormData ? [] : pausesMs), undefined]) {
      try {
        const response = await fetch(target, init)
        if (!repeatedStatuses.includes(response.status) || pauseMs === undefined) return response
        await response.body?.cancel()
      } catch (error) {
        if (pauseMs === undefined) throw unreachable(error)
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    throw new Error('The last attempt returns or throws')
  }

  async function rejected(response: Response, hasToken: boolean): Promise<CliError> {
    const { status } = response
    if (status < 400)
      return new CliError(
        `${url} redirects to ${response.headers.get('location')}. Write the URL of the hub in scripthaven.json.`,
        exitCodes.hub,
      )
    const reply = ErrorReply.safeParse(await readJson(response))
    const reason = reply.success ? reply.data.error : `status ${status}`
    const fields = reply.success ? Object.values(reply.data.fields ?? {}) : []
    if (status === 401 && !hasToken) return tokenNeeded(url)
    if (status === 401)
      return new CliError(
        `${url} does not accept the token: it has expired or was revoked. ${login()}`,
        exitCodes.hub,
      )
    if (status === 429)
      return new CliError(
        `${url} received too many requests. Try again in ${countText(retryAfterOf(response), 'second')}.`,
        exitCodes.hub,
      )
    return new CliError(
      `${url}: ${[reason, ...fields.filter((text) => text !== reason)].join('. ')}`,
      exitCodes.hub,
      status,
    )
  }

  /** Opens a file of the hub. Its signed URL needs no token, and none is sent to where it may redirect. */
  async function openFile(path: string, signal: AbortSignal): Promise<Response> {
    const target = new URL(path, url)
    if (target.origin !== url)
      throw new CliError(
        `${url} names a file of another host: ${target.origin}. Nothing was downloaded. Ask its administrators why.`,
        exitCodes.hub,
      )
    const response = await fetch(target, { signal }).catch((error: unknown) => {
      throw unreachable(error)
    })
    if (!response.ok || !response.body) throw await rejected(response, false)
    return response
  }

  function unreachable(error: unknown): CliError {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason =
      cause instanceof Error
        ? cause.message || ('code' in cause ? String(cause.code) : cause.name)
        : String(cause)
    return new CliError(`${url} does not respond (${reason}). Run the command again later.`, exitCodes.hub)
  }

  return { url, call, openFile, unreachable }
}

function retryAfterOf({ headers }: Response): number {
  return Number(headers.get('retry-after')) || 60
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
