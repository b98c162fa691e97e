import { createHash, randomBytes, createCipheriv, createDecipheriv } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'

/** Seconds. All authenticator apps support SHA-1, six digits and 30 seconds; some ignore other values in the URI. */
const period = 30
/** RFC 6238, section 5.2: one step in both directions for clock drift and slow typing. */
const toleratedSteps = 1

export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function authenticatorUri(secret: string, site: string, username: string): string {
  return new TOTP({ secret, issuer: site, label: username, period }).toString()
}

/** The time step of a code, or undefined if the code is not valid now. */
export function counterOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = new TOTP({ secret, period }).validate({ token: code, timestamp, window: toleratedSteps })
  return delta === null ? undefined : TOTP.counter({ timestamp, period }) + delta
}

/** 32 characters without similar ones (0 O 1 I): five bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 120 bits, enough for storage as an unsalted hash (ASVS 5.0, 6.5.2). */
const recoveryCodeLength = 24
const recoveryCodeCount = 10

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from(randomBytes(recoveryCodeLength), (byte) => alphabet[byte % alphabet.length])
    return characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** Contains the user id, so that a code is only compared with those of its user. */
export function hashOfRecoveryCode(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${code.replaceAll('-', '')}`)
    .digest('base64url')
}

/** Normalizes a typed code and determines its kind by its length. */
export function parseCode(input: string): { kind: 'app' | 'recovery'; code: string } | undefined {
  const code = input.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return code.length === recoveryCodeLength ? { kind: 'recovery', code } : undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret for the database. The user id is authenticated data, so that the secret does not work in the row of
 * another user.
 */
export function encryptSecret(key: Uint8Array, userId: number, secret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(`user ${userId}`))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Undefined if the secret was encrypted for another user or with another key, as before a change of TOKEN_SECRET. */
export function decryptSecret(key: Uint8Array, userId: number, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length <= nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(`user ${userId}`))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
