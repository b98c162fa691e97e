import type { IncomingHttpHeaders } from 'node:http'
import { createPublicKey, verify, type KeyObject } from 'node:crypto'

import { minute } from '#platform/clock.ts'
import { signInNeeded } from '#platform/errors.ts'
import { lazySingleton, type App } from '#platform/app.ts'

import { handleInteraction, type InteractionResponse } from './handle-interaction.ts'
import { requirePublicKey } from './discord.rules.ts'

/** The SPKI header of a 32-byte Ed25519 key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The key of the chat service. */
const publicKeyOf = lazySingleton((app): KeyObject => {
  const key = Buffer.concat([spkiPrefix, Buffer.from(requirePublicKey(app.config.discord), 'hex')])
  return createPublicKey({ key, format: 'der', type: 'spki' })
})

function isSignedBy(
  key: KeyObject,
  sent: { signature: string | undefined; timestamp: string | undefined; body: Buffer },
): boolean {
  const { signature, timestamp, body } = sent
  if (signature === undefined || timestamp === undefined) return false
  if (!/^[\da-f]{128}$/i.test(signature)) return false
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'))
}

/** Limits the replay of a recorded request. */
const signatureLifetime = 5 * minute

/** The chat service tests the endpoint with wrong signatures and requires status 401 for them. */
export async function receiveInteraction(
  app: App,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<InteractionResponse> {
  const key = publicKeyOf(app)
  const timestamp = headerOf(headers, 'x-signature-timestamp')
  if (!isSignedBy(key, { signature: headerOf(headers, 'x-signature-ed25519'), timestamp, body }))
    throw signInNeeded('The signature of this request is not valid')
  const age = app.clock.now().getTime() - Number(timestamp) * 1000
  // The negation also covers NaN.
  if (!(Math.abs(age) <= signatureLifetime)) {
    app.log.warn('The time of a signed interaction is wrong; is the clock of this machine correct?', { age })
    throw signInNeeded('This request was signed at another time')
  }
  return handleInteraction(app, body.toString('utf8'))
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
