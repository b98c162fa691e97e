import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

type Headers = Record<string, string>

export const interactions = '/api/discord/interactions'

/** A chat service of the test's own, with a real Ed25519 key: `publicKey` is what DISCORD_PUBLIC_KEY takes. */
export function makeChatService() {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  return { publicKey, privateKey: pair.privateKey }
}

/** The headers that the chat service sends with a body. */
export function signatureOf(privateKey: KeyObject, body: string, at: Date): Headers {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'x-signature-timestamp': timestamp,
    'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), privateKey).toString('hex'),
  }
}

/** `/verify` as somebody types it in a server of the chat. */
export function verifyCommandOf(discordUserId: string, code: string) {
  return {
    type: 2,
    data: { name: 'verify', options: [{ name: 'code', type: 3, value: code }] },
    member: { user: { id: discordUserId, username: 'somebody' } },
  }
}
