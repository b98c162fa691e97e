import { createPublicKey, verify, type KeyObject } from 'node:crypto'

import { perHub } from '#platform/hub.ts'
import { unavailable } from '#platform/failures.ts'

/** What stands before the 32 bytes of an Ed25519 key in its SPKI form (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The key that the chat service signs with. */
export const publicKeyOf = perHub((hub): KeyObject => {
  const { publicKey } = hub.config.discord
  if (publicKey === undefined) throw unavailable('Discord verification is not set up on this site', 3600)
  const key = Buffer.concat([spkiPrefix, Buffer.from(publicKey, 'hex')])
  return createPublicKey({ key, format: 'der', type: 'spki' })
})

/** Whether these very bytes were signed, together with the time, by the owner of the key. */
export function isSignedBy(
  key: KeyObject,
  sent: { signature: string | undefined; timestamp: string | undefined; body: Buffer },
): boolean {
  const { signature, timestamp, body } = sent
  if (signature === undefined || timestamp === undefined) return false
  if (!/^[\da-f]{128}$/i.test(signature)) return false
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'))
}
