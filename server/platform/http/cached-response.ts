import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'

import Negotiator from 'negotiator'

import type { EncodedResponse, Encoding } from '#platform/cache/response-cache.ts'
import type { Config } from '#platform/config.ts'

import { isNotModified } from './send-response.ts'
import { securityHeaders, type Headers } from './headers.ts'

/** One of the responses that an encoded response can become. */
type Variant = { status: number; headers: Headers; block: string | undefined; body: Buffer | undefined }
type Variants = { full: Variant; notModified: Variant }

export type SendEncoded = ReturnType<typeof createEncodedSender>

/** Sends a response that exists in several encodings: 304, or the body in the best encoding that the client accepts. */
export function createEncodedSender(config: Config, keepAlive: number) {
  const security = securityHeaders(config)
  const variantsOf = new WeakMap<EncodedResponse, Partial<Record<Encoding, Variants>>>()
  const writeHeaderBlock = createHeaderBlockWriter(keepAlive)

  function variantsFor(encoded: EncodedResponse, encoding: Encoding): Variants {
    const known = variantsOf.get(encoded) ?? {}
    const variants = (known[encoding] ??= createVariants(encoded, encoding, security))
    variantsOf.set(encoded, known)
    return variants
  }

  return function sendEncoded(
    request: IncomingMessage,
    response: ServerResponse,
    encoded: EncodedResponse,
    requestId: string,
  ): void {
    const variants = variantsFor(encoded, selectEncoding(request.headers['accept-encoding'], encoded))
    const variant = isNotModified(request, encoded.status, variants.full.headers)
      ? variants.notModified
      : variants.full
    if (canUseHeaderBlock(request, response)) {
      variant.block ??= buildHeaderBlock(variant.status, variant.headers)
      writeHeaderBlock(response, variant.status, variant.block, requestId)
    } else response.writeHead(variant.status, { ...variant.headers, 'x-request-id': requestId })
    response.end(variant.body)
  }
}

function createVariants(encoded: EncodedResponse, encoding: Encoding, security: Headers): Variants {
  const { status, etag, headers, bodies } = encoded
  const { 'content-type': contentType = '', ...others } = headers
  const body = bodies[encoding] ?? bodies.identity
  const isEncoded = encoding !== 'identity'
  const common = {
    ...security,
    'cache-control': 'no-cache',
    ...others,
    etag: isEncoded ? `"${etag}-${encoding}"` : `"${etag}"`,
    vary: 'accept-encoding',
  }
  const full = {
    ...common,
    'content-type': contentType,
    'content-length': String(body.length),
    ...(isEncoded && { 'content-encoding': encoding }),
  }
  return {
    full: { status, headers: full, block: undefined, body },
    notModified: { status: 304, headers: common, block: undefined, body: undefined },
  }
}

const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']
/** Clients send few distinct values. When there are more, they are random. */
const acceptedMax = 100
const acceptedByHeader = new Map<string, readonly Encoding[]>()

function selectEncoding(header: string | undefined, { bodies }: EncodedResponse): Encoding {
  if (header === undefined) return 'identity'
  // `in` does not call the getter of a body that is compressed lazily.
  return acceptedEncodings(header).find((encoding) => encoding in bodies) ?? 'identity'
}

function acceptedEncodings(header: string): readonly Encoding[] {
  const known = acceptedByHeader.get(header)
  if (known) return known
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  const accepted = negotiator.encodings(encodings, { preferred: encodings })
  if (acceptedByHeader.size >= acceptedMax) acceptedByHeader.clear()
  acceptedByHeader.set(header, accepted)
  return accepted
}

/* oxlint-disable no-underscore-dangle -- the name is Node's. */

declare module 'node:http' {
  interface ServerResponse {
    /** The header block that `writeHead` leaves for the first write. */
    _header: string | null
  }
}

/** The headers that all responses of one cache entry share, see `writeHeaderBlock`. */
function buildHeaderBlock(status: number, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return flatten(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`)
}

/** False for HTTP/1.0 and for a connection that closes after the response: Node writes other headers then. */
function canUseHeaderBlock(request: IncomingMessage, response: ServerResponse): boolean {
  return response.shouldKeepAlive && request.httpVersionMajor === 1 && request.httpVersionMinor === 1
}

/**
 * Writes a header block to which only the date and the request id are added. `writeHead` validates and joins fifteen
 * headers for each response, which takes a fifth of its time (docs/decisions/0016). The block goes to Node's private
 * `_header`; headers.test.ts compares the result with that of `writeHead`. Nothing is validated here, so a block must
 * not contain data of a request.
 */
function createHeaderBlockWriter(keepAlive: number) {
  let nodeHeaders = ''
  let validUntil = Number.NEGATIVE_INFINITY

  /** The headers that Node adds itself. The date is valid until the end of its second. */
  function refresh(now: number) {
    const date = new Date()
    validUntil = now + 1000 - date.getMilliseconds()
    const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n`
    nodeHeaders = flatten(`Date: ${date.toUTCString()}\r\n${connection}x-request-id: `)
  }

  return function writeHeaderBlock(
    response: ServerResponse,
    status: number,
    block: string,
    requestId: string,
  ): void {
    const now = performance.now()
    if (now >= validUntil) refresh(now)
    response.statusCode = status
    response._header = `${block}${nodeHeaders}${requestId}\r\n\r\n`
  }
}

/** A concatenated string is a tree of parts that V8 would join again for each response. */
function flatten(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
