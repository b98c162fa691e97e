import { z } from 'zod/mini'

import type { Body, Endpoint, Reply } from '#contract/endpoint.ts'

type Sent<E extends Endpoint> = {
  token?: string
  id?: number
  body?: Body<E>
  /** The multipart form of a call with files. */
  form?: FormData
  idempotencyKey?: string
}

/** Calls a hub as everybody does, over HTTP; what comes back is checked by the contract. */
export type Visitor = <E extends Endpoint>(endpoint: E, sent?: Sent<E>) => Promise<Reply<E>>

export function openVisitor(address: string): Visitor {
  return async <E extends Endpoint>(endpoint: E, sent: Sent<E> = {}) => {
    const { token, id, body, form, idempotencyKey } = sent
    const path = endpoint.path.replace(':id', String(id))
    const response = await fetch(new URL(path, address), {
      method: endpoint.method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    })
    if (!response.ok)
      throw new Error(`${endpoint.method} ${path} answered ${response.status}: ${await response.text()}`)
    return z.parse<E['reply']>(endpoint.reply, await response.json())
  }
}

/**
 * Works on several items at a time, taken in their order. Asked to end, it begins no further one, and waits for
 * those that are under way: the hub must not be closed under them.
 */
export async function inParallel<T>(
  items: readonly T[],
  { count, signal }: { count: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  const runners = Array.from({ length: count }, async () => {
    for (const item of rest) {
      signal.throwIfAborted()
      await work(item)
    }
  })
  for (const outcome of await Promise.allSettled(runners))
    if (outcome.status === 'rejected') throw outcome.reason
}
