import { urlOf, ApiError } from '#web/app/call.ts'
import type { CallResponse, Transport } from '#web/app/call.ts'

/** Sends a multipart call with XMLHttpRequest: fetch does not report how much of a request body it has sent. */
export function uploadTransport(
  headers: Readonly<Record<string, string>>,
  onProgress: (fraction: number) => void,
): Transport {
  return ({ name, params, query, form = new FormData(), signal, token }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const request = new XMLHttpRequest()
      request.responseType = 'json'
      request.open(name.slice(0, name.indexOf(' ')), urlOf(name, params, query))
      for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
      if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
      const abort = () => request.abort()
      signal?.addEventListener('abort', abort)
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      )
      request.upload.addEventListener('load', () => onProgress(1))
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('abort', () => reject(signal?.reason))
      request.addEventListener('error', () =>
        reject(new ApiError('Network error occurred', { code: 'network' })),
      )
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
      request.send(form)
    })
}

function responseOf(request: XMLHttpRequest): CallResponse {
  // null unless the body is JSON.
  const body: unknown = request.response
  return {
    status: request.status,
    statusText: request.statusText,
    retryAfter: Number(request.getResponseHeader('retry-after')) || undefined,
    body: body ?? undefined,
  }
}
