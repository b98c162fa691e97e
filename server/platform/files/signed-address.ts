import { createHmac, timingSafeEqual } from 'node:crypto'

export type SignedPayload = Record<string, string | number>

// Signed along with the rest, so that a token of a later form can never be read as one of this.
const version = 'v1'
const tokenMax = 4096

/**
 * A token that carries its payload in the open and cannot be altered, given another purpose, or used after its time.
 * It fits in a path without escaping.
 */
export function signAddress(
  secret: string | Uint8Array,
  purpose: string,
  payload: SignedPayload,
  expiresAt: Date,
): string {
  const body = Buffer.from(JSON.stringify([expiresAt.getTime(), payload])).toString('base64url')
  return `${version}.${body}.${seal(secret, purpose, body)}`
}

/** The payload, or undefined for a token that is forged, foreign or expired: which of them is nobody's business. */
export function readSignedAddress(
  secret: string | Uint8Array,
  purpose: string,
  token: string,
  now: Date,
): SignedPayload | undefined {
  if (token.length > tokenMax) return undefined
  const [, body, sealed] = /^v1\.([\w-]+)\.([\w-]{43})$/.exec(token) ?? []
  if (body === undefined || sealed === undefined) return undefined
  // As text: several spellings of base64 mean the same bytes, and a token has only one.
  if (!timingSafeEqual(Buffer.from(seal(secret, purpose, body)), Buffer.from(sealed))) return undefined
  // Only what signAddress made has a true seal, so its form needs no second check.
  const [expiresAt, payload]: [number, SignedPayload] = JSON.parse(Buffer.from(body, 'base64url').toString())
  return now.getTime() < expiresAt ? payload : undefined
}

function seal(secret: string | Uint8Array, purpose: string, body: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([version, purpose, body]))
    .digest('base64url')
}
