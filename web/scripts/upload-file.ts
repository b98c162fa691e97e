import { addressOf, CallFailure } from '#web/app/call.ts'
import type { Answer, Transport } from '#web/app/call.ts'

/** The part of a body that has left, 0 to 1. */
export type OnSent = (part: number) => void

/**
 * Sends a body and tells how far it is. fetch cannot: it has no progress of what it sends, which is why an upload
 * is the one thing that does not go through it.
 */
export function sendFile({
  method,
  address,
  headers,
  body,
  signal,
  onSent,
}: {
  method: string
  address: string
  headers: Readonly<Record<string, string>>
  body: FormData | Blob
  signal: AbortSignal | undefined
  onSent: OnSent
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
    request.upload.addEventListener('load', () => onSent(1))
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('abort', () => reject(signal?.reason))
    request.addEventListener('error', () =>
      reject(new CallFailure('Network error occurred', { code: 'network' })),
    )
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.send(body)
  })
}

function answerOf(request: XMLHttpRequest): Answer {
  const isJson = request.getResponseHeader('content-type')?.startsWith('application/json') ?? false
  return {
    status: request.status,
    statusText: request.statusText,
    retryAfter: Number(request.getResponseHeader('retry-after')) || undefined,
    body: isJson ? parse(request.responseText) : undefined,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Carries a multipart call of the contract. */
export function formTransport(headers: Readonly<Record<string, string>>, onSent: OnSent): Transport {
  return ({ name, params, query, form = new FormData(), signal, token }) =>
    sendFile({
      method: name.slice(0, name.indexOf(' ')),
      address: addressOf(name, params, query),
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: form,
      signal,
      onSent,
    })
}
