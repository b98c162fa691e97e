import { createHash, randomBytes } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'

/** What every authenticator app takes, whatever else the address says: SHA-1, six digits, thirty seconds. */
const period = 30
/** RFC 6238, 5.2: one step either way, for clocks that are a little off and codes that are typed slowly. */
const stepsOff = 1

export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an authenticator app reads off the screen. */
export function authenticatorAddress(secret: string, site: string, username: string): string {
  return new TOTP({ secret, issuer: site, label: username, period }).toString()
}

/** The step that a code belongs to; undefined when it belongs to none of this moment. */
export function counterOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const off = new TOTP({ secret, period }).validate({ token: code, timestamp, window: stepsOff })
  return off === null ? undefined : TOTP.counter({ timestamp, period }) + off
}

/** 32 signs without those that look alike (0 O 1 I): five bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 120 bits: what is that hard to guess may be kept as a plain hash (ASVS 5.0, 6.5.2). */
const recoveryCodeLength = 24
const recoveryCodeCount = 10

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const signs = Array.from(randomBytes(recoveryCodeLength), (byte) => alphabet[byte % alphabet.length])
    return signs.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** The person is part of it, so that nobody's code is looked for among everybody's. */
export function hashOfRecoveryCode(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${code.replaceAll('-', '')}`)
    .digest('base64url')
}

/** A code as somebody typed it, and which of the two it can be. */
export function readTypedCode(typed: string): { kind: 'app' | 'recovery'; code: string } | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return code.length === recoveryCodeLength ? { kind: 'recovery', code } : undefined
}
