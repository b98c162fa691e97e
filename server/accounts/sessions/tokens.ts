import { createHash, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { errors, jwtVerify, SignJWT } from 'jose'

import type { Permission } from '#contract/platform/permissions.ts'
import { isAccessToken, tokenPattern, type tokenScopes } from '#contract/scripts/tokens.ts'

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
  const verified = await verify(key, token, now)
  if (!verified) return undefined
  if (verifiedTokens.size >= verifiedTokensMax) verifiedTokens.clear()
  verifiedTokens.set(name, verified)
  return verified.sessionHash
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

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'shv_'
const randomLength = 32
const checksumLength = 6
const hintLength = 8

/** Scanners of repositories recognise it by its prefix, its length and its checksum. */
export function newAccessToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}${random}${checksumOf(random)}`
}

/** Returns whether a text has the form of a token, with the checksum; nothing is read from the database for another one. */
export function isWellFormed(text: string): boolean {
  const random = text.slice(prefix.length, prefix.length + randomLength)
  return isAccessToken(text) && tokenPattern.test(text) && text.endsWith(checksumOf(random))
}

export function hintOf(token: string): string {
  return token.slice(0, hintLength)
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < checksumLength; place++) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

const permissionOf: Partial<Record<(typeof tokenScopes)[number], Permission>> = {
  download: 'scripts.download',
  publish: 'scripts.upload',
}

/** Those of the user that the scopes need, and never another one. */
export function permissionsOfScopes(
  scopes: readonly (typeof tokenScopes)[number][],
  permissions: ReadonlySet<Permission>,
): Set<Permission> {
  const needed = new Set(scopes.flatMap((scope) => permissionOf[scope] ?? []))
  return needed.intersection(permissions)
}
