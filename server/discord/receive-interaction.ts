import type { IncomingMessage } from 'node:http'

import type { Client } from '#platform/actor.ts'
import { minute } from '#platform/clock.ts'
import { signInNeeded, tooLarge } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { addressKey } from '#platform/limits.ts'

import { answerInteraction, type InteractionAnswer } from './answer-interaction.ts'
import { isSignedBy, publicKeyOf } from './verify-signature.ts'

const bodySizeMax = 64 * 1024
/** The chat service comes from few addresses with everybody's commands; this holds off floods only. */
const perAddress = { calls: 600, perSeconds: 60 }
/** A recorded request is good for no longer than this. */
const signedWithin = 5 * minute

/** Takes what the chat service sends. It checks the endpoint with wrong signatures and wants them refused with 401. */
export async function receiveInteraction(
  hub: Hub,
  client: Client,
  request: IncomingMessage,
): Promise<InteractionAnswer> {
  const key = publicKeyOf(hub)
  hub.floods.take('discord interaction', addressKey(client.ip), perAddress)
  const body = await readBody(request)
  const timestamp = headerOf(request, 'x-signature-timestamp')
  if (!isSignedBy(key, { signature: headerOf(request, 'x-signature-ed25519'), timestamp, body }))
    throw signInNeeded('The signature of this request is not valid')
  const age = hub.clock.now().getTime() - Number(timestamp) * 1000
  // Written so that a time that is no number is refused too.
  if (!(Math.abs(age) <= signedWithin)) {
    hub.log.warn('A signed interaction is of another time; is the clock of this machine right?', { age })
    throw signInNeeded('This request was signed at another time')
  }
  return answerInteraction(hub, body.toString('utf8'))
}

/** Byte for byte: the signature is over what was sent, not over what it means. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > bodySizeMax) throw tooLarge('The request is too large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
