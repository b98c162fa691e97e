import type { IncomingMessage, ServerResponse } from 'node:http'

import Negotiator from 'negotiator'

import type { EncodedResponse, Encoding } from '#platform/cache/response-cache.ts'
import type { Config } from '#platform/config.ts'

import { isNotModified } from './conditional.ts'
import { securityHeaders, type Headers } from './headers.ts'
import { buildHeaderBlock, canUseHeaderBlock, createHeaderBlockWriter } from './prebuilt-headers.ts'

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
