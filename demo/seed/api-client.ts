import { z } from 'zod/mini'

import type { Body, Endpoint, Reply } from '#contract/platform/endpoint.ts'

type RequestOptions<E extends Endpoint> = {
  token?: string
  id?: number
  body?: Body<E>
  /** The multipart body of a request with files. */
  form?: FormData
}

export type ApiClient = <E extends Endpoint>(endpoint: E, options: RequestOptions<E>) => Promise<Reply<E>>

/** Sends requests to the HTTP API and validates each response with the schema of the contract. */
export function createApiClient(baseUrl: string): ApiClient {
  return async <E extends Endpoint>(endpoint: E, { token, id, body, form }: RequestOptions<E>) => {
    const path = endpoint.path.replace(':id', String(id))
    const response = await fetch(new URL(path, baseUrl), {
      method: endpoint.method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    })
    if (!response.ok)
      throw new Error(`${endpoint.method} ${path} failed with ${response.status}: ${await response.text()}`)
    return z.parse<E['reply']>(endpoint.reply, await response.json())
  }
}
