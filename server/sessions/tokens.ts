import { createHash, randomBytes } from 'node:crypto'

import { errors, jwtVerify, SignJWT } from 'jose'

const issuer = 'scripthaven'
const algorithm = 'HS256'

/** A secret that only the token holds; the database keeps its hash. */
export function newSessionSecret(): string {
  return randomBytes(24).toString('base64url')
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** The bearer token of a session: who and which, and nothing that can change while it is good. */
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

/** The session secret inside a token that this hub signed and that is still good, or undefined. */
export async function readToken(key: Uint8Array, token: string, now: Date): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: 'at+jwt',
      issuer,
      audience: issuer,
      currentDate: now,
      requiredClaims: ['sid', 'sub', 'exp'],
    })
    return typeof payload.sid === 'string' ? payload.sid : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}
