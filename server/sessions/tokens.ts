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

/** The hash of the session's secret inside a token that this hub signed and that is still good, or undefined. */
export async function readToken(key: Uint8Array, token: string, now: Date): Promise<string | undefined> {
  const proven = provenBy(key)
  const name = hashSecret(token)
  const known = proven.get(name)
  if (known) return known.expiresAt > seconds(now) ? known.sessionHash : undefined
  const found = await prove(key, token, now)
  if (!found) return undefined
  if (proven.size >= provenMax) proven.clear()
  proven.set(name, found)
  return found.sessionHash
}

type Proven = { sessionHash: string; expiresAt: number }

/**
 * Tokens whose signature was right, by their hashes: it stays right, and to prove it again takes 50 µs. Nothing that can
 * change is kept of them.
 */
const provenTokens = new WeakMap<Uint8Array, Map<string, Proven>>()
const provenMax = 20_000

function provenBy(key: Uint8Array): Map<string, Proven> {
  const known = provenTokens.get(key) ?? new Map<string, Proven>()
  provenTokens.set(key, known)
  return known
}

async function prove(key: Uint8Array, token: string, now: Date): Promise<Proven | undefined> {
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
