import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * A secret as the database keeps it: a copy of it gives no codes without the hub's own key. The person is sealed
 * in as well, so that a row which is put in the place of another opens nothing.
 */
export function sealSecret(key: Uint8Array, userId: number, secret: string): string {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(`user ${userId}`))
  const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url')
}

/** Undefined when it was sealed by another key, as after a change of TOKEN_SECRET, or is none of this person's. */
export function openSecret(key: Uint8Array, userId: number, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= nonceBytes + tagBytes) return undefined
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(`user ${userId}`))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const text = opening.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, opening.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
