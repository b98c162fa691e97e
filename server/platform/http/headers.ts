import type { ServerResponse } from 'node:http'

import type { Config } from '#platform/config.ts'

export type Headers = Readonly<Record<string, string>>

/** The security headers of every response. A page replaces the policy by its own, see ssr-pool.ts. */
export function securityHeaders({ publicUrl }: Config): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    // Browsers must not run data as a page.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  }
}

/**
 * Pages of other origins may read the response. There are no cookies, and a request with a token needs a preflight,
 * which is rejected: so this allows anonymous requests only.
 */
export const anyOriginHeaders: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, retry-after, x-request-id',
}

export function setHeaders(response: ServerResponse, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

let requestCount = 0
const processId = Math.floor(Math.random() * 36 ** 5).toString(36)

export function newRequestId(): string {
  requestCount = (requestCount + 1) % Number.MAX_SAFE_INTEGER
  return `${processId}-${requestCount.toString(36)}`
}
