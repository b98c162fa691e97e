import { createHash, randomBytes } from 'node:crypto'

import { errors, jwtVerify, SignJWT } from 'jose'

const issuer = 'scripthaven'
const algorithm = 'HS256'

export function newSessionSecret(): string {
  return randomBytes(24).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** The token contains nothing that can change during the session. */
export async function signToken(
  key: Uint8Array,
  session: { userId: number; secret: string; issuedAt: Date; expiresAt: Date },
): Promise<string> {
  return new SignJWT({ sid: session.secret })
    .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(String(session.userId))
    .setIssuedAt(session.issuedAt)
    .setExpirationTime(session.expiresAt)
    .sign(key)
}

/** Returns the hash of the session secret in the token, or undefined if the token is invalid or expired. */
export async function readToken(key: Uint8Array, token: string, now: Date): Promise<string | undefined> {
  const verifiedTokens = verifiedTokensOf(key)
  const name = hashSecret(token)
  const known = verifiedTokens.get(name)
  if (known) return known.expiresAt > seconds(now) ? known.sessionHash : undefined
  const found = await verify(key, token, now)
  if (!found) return undefined
  if (verifiedTokens.size >= verifiedTokensMax) verifiedTokens.clear()
  verifiedTokens.set(name, found)
  return found.sessionHash
}

type VerifiedToken = { sessionHash: string; expiresAt: number }

/**
 * Tokens with a valid signature, by their hashes. Verifying a signature again takes 50 µs and cannot give another
 * result.
 */
const verifiedByKey = new WeakMap<Uint8Array, Map<string, VerifiedToken>>()
const verifiedTokensMax = 20_000

function verifiedTokensOf(key: Uint8Array): Map<string, VerifiedToken> {
  const known = verifiedByKey.get(key) ?? new Map<string, VerifiedToken>()
  verifiedByKey.set(key, known)
  return known
}

async function verify(key: Uint8Array, token: string, now: Date): Promise<VerifiedToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: 'at+jwt',
      issuer,
      audience: issuer,
      currentDate: now,
      requiredClaims: ['sid', 'sub', 'exp'],
    })
    const { sid, exp = 0 } = payload
    return typeof sid === 'string' ? { sessionHash: hashSecret(sid), expiresAt: exp } : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
