import type { ServerResponse } from 'node:http'

import type { Config } from '#platform/config.ts'

/** Header names and values in turn, as writeHead takes them: written once, the cheapest form there is. */
export type HeaderList = readonly string[]

/** Headers of every answer. A page's own policy comes on top, see pages.ts. */
export function everyAnswer(config: Config): HeaderList {
  const secure = config.publicUrl.startsWith('https:')
  return [
    'x-content-type-options',
    'nosniff',
    'x-frame-options',
    'DENY',
    'referrer-policy',
    'strict-origin-when-cross-origin',
    'permissions-policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy',
    'same-origin',
    'cross-origin-resource-policy',
    'same-origin',
    ...(secure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
  ]
}

/** An answer that is no page must not become one. */
export const dataPolicy: HeaderList = [
  'content-security-policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
]

let answered = 0
const processMark = Math.floor(Math.random() * 36 ** 5).toString(36)

export function newRequestId(): string {
  answered = (answered + 1) % Number.MAX_SAFE_INTEGER
  return `${processMark}-${answered.toString(36)}`
}

export function setHeaders(response: ServerResponse, headers: HeaderList): void {
  for (let index = 0; index + 1 < headers.length; index += 2)
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
}
