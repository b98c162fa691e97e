import { createPublicKey, verify, type KeyObject } from 'node:crypto'

import { lazySingleton } from '#platform/app.ts'

import { requirePublicKey } from './discord.rules.ts'

/** The SPKI header of a 32-byte Ed25519 key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The key of the chat service. */
export const publicKeyOf = lazySingleton((app): KeyObject => {
  const key = Buffer.concat([spkiPrefix, Buffer.from(requirePublicKey(app.config.discord), 'hex')])
  return createPublicKey({ key, format: 'der', type: 'spki' })
})

export function isSignedBy(
  key: KeyObject,
  sent: { signature: string | undefined; timestamp: string | undefined; body: Buffer },
): boolean {
  const { signature, timestamp, body } = sent
  if (signature === undefined || timestamp === undefined) return false
  if (!/^[\da-f]{128}$/i.test(signature)) return false
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'))
}
