import { createHmac, timingSafeEqual } from 'node:crypto'

export type SignedPayload = Record<string, string | number>

// Part of the signed text: a token of a later format is never valid in this one.
const version = 'v1'
const tokenMax = 4096

/** Returns a token for a URL path: the payload is readable, but signed together with its purpose and expiry. */
export function signUrl(
  secret: string | Uint8Array,
  purpose: string,
  payload: SignedPayload,
  expiresAt: Date,
): string {
  const body = Buffer.from(JSON.stringify([expiresAt.getTime(), payload])).toString('base64url')
  return `${version}.${body}.${sign(secret, purpose, body)}`
}

/** The payload, or undefined for a token that is forged, expired or for another purpose. */
export function readSignedUrl(
  secret: string | Uint8Array,
  purpose: string,
  token: string,
  now: Date,
): SignedPayload | undefined {
  if (token.length > tokenMax) return undefined
  const [, body, signature] = /^v1\.([\w-]+)\.([\w-]{43})$/.exec(token) ?? []
  if (body === undefined || signature === undefined) return undefined
  // Compared as text: several base64 texts decode to the same bytes, but only one is the token.
  if (!timingSafeEqual(Buffer.from(sign(secret, purpose, body)), Buffer.from(signature))) return undefined
  // A valid signature proves that signUrl wrote this JSON.
  const [expiresAt, payload]: [number, SignedPayload] = JSON.parse(Buffer.from(body, 'base64url').toString())
  return now.getTime() < expiresAt ? payload : undefined
}

function sign(secret: string | Uint8Array, purpose: string, body: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([version, purpose, body]))
    .digest('base64url')
}
