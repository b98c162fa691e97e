import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

import type { DiscordConfig } from '#platform/config.ts'

type Headers = Record<string, string>

export const interactionsPath = '/api/discord/interactions'

/** The Ed25519 keys of a Discord application: `publicKey` is the value of DISCORD_PUBLIC_KEY. */
export function createDiscordKeys() {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  return { publicKey, privateKey: pair.privateKey }
}

/** The configuration of an app that accepts the interactions of these keys and never calls Discord. */
export function discordConfig(publicKey: string): DiscordConfig {
  return { applicationId: undefined, publicKey, botToken: undefined, apiUrl: 'http://127.0.0.1:9' }
}

/** The headers that Discord sends with an interaction. */
export function signedHeaders(privateKey: KeyObject, body: string, at: Date): Headers {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'x-signature-timestamp': timestamp,
    'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), privateKey).toString('hex'),
  }
}

/** The interaction of the command `/verify`. */
export function verifyCommand(discordUserId: string, code: string) {
  return {
    type: 2,
    data: { name: 'verify', options: [{ name: 'code', type: 3, value: code }] },
    member: { user: { id: discordUserId, username: 'member' } },
  }
}
