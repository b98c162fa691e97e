import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod/mini'

import { lazySingleton, type App } from '#platform/app.ts'
import { minute } from '#platform/clock.ts'
import { ConfigError, type DiscordConfig } from '#platform/config.ts'
import { HttpError, unavailable, signInNeeded, badRequest } from '#platform/errors.ts'

import { requirePublicKey, redeemCode } from './link-account.ts'

const commandName = 'verify'
const codeOption = 'code'

const chatInput = 1
const textOption = 3

const verifyCommand = {
  name: commandName,
  type: chatInput,
  description: 'Link your account with the code from your profile settings',
  options: [
    {
      name: codeOption,
      type: textOption,
      description: 'The code of 8 letters and digits',
      required: true,
      min_length: 8,
      max_length: 16,
    },
  ],
} as const

const timeout = 15_000

const ErrorBody = z.object({ message: z.string() })

/** Registers `/verify`. It replaces all global commands of the Discord application. */
export async function registerDiscordCommand(config: DiscordConfig): Promise<void> {
  const { applicationId, botToken, apiUrl } = config
  if (applicationId === undefined || botToken === undefined)
    throw new ConfigError('Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN first, see docs/operations.md.')
  const response = await fetch(`${apiUrl}/applications/${applicationId}/commands`, {
    method: 'PUT',
    headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify([verifyCommand]),
    signal: AbortSignal.timeout(timeout),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw unavailable(`${new URL(apiUrl).host} did not respond: ${causeOf(error)}`)
  })
  if (response.ok) return
  throw new HttpError(
    'unavailable',
    `Discord rejected the command with ${response.status}: ${messageOf(await response.text())}`,
  )
}

/** Errors of Discord are JSON; errors of a proxy in between may not be. */
function messageOf(body: string): string {
  try {
    const parsed = ErrorBody.safeParse(JSON.parse(body))
    if (parsed.success) return parsed.data.message
  } catch {
    // Not JSON: use the text.
  }
  return body.slice(0, 200)
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

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

const DiscordUser = z.object({ id: z.string().check(z.regex(/^\d{1,22}$/)) })

/** The used fields of an interaction. The user is in `member` on a server and in `user` in a direct message. */
const Interaction = z.object({
  type: z.int(),
  data: z.optional(
    z.object({
      name: z.optional(z.string()),
      options: z.optional(z.array(z.object({ name: z.string(), value: z.optional(z.unknown()) }))),
    }),
  ),
  member: z.optional(z.object({ user: DiscordUser })),
  user: z.optional(DiscordUser),
})
type Interaction = z.output<typeof Interaction>

const interactionTypes = { ping: 1, command: 2 } as const
const replyTypes = { pong: 1, message: 4 } as const
/** Only the user of the command sees the reply. */
const ephemeral = 64

type InteractionResponse =
  | { type: 1 }
  | { type: 4; data: { content: string; flags: number; allowed_mentions: { parse: string[] } } }

/** The caller has verified the signature. */
async function handleInteraction(app: App, text: string): Promise<InteractionResponse> {
  const interaction = readInteraction(text)
  if (interaction.type === interactionTypes.ping) return { type: replyTypes.pong }
  if (interaction.type !== interactionTypes.command)
    throw badRequest('This type of interaction is not supported')
  if (interaction.data?.name !== commandName) return reply('This command is unknown here.')
  return reply(await redeem(app, interaction))
}

async function redeem(app: App, { data, member, user }: Interaction): Promise<string> {
  const discordUserId = (member?.user ?? user)?.id
  const code = data?.options?.find(({ name }) => name === codeOption)?.value
  if (discordUserId === undefined || typeof code !== 'string')
    throw badRequest('The interaction contains no user or no code')
  const settings = `${app.config.publicUrl}/profile/settings`
  try {
    const { username } = await redeemCode(app, discordUserId, code)
    return `Your Discord account is now linked to \`${username}\` on ${app.settings.siteName}. You are verified.`
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    // The error is shown to the user in the chat; for the chat service the interaction succeeded.
    const hint = error.code === 'bad_request' ? ` Generate a new one at ${settings}` : ''
    return `${error.message}${hint}`
  }
}

function readInteraction(text: string): Interaction {
  const parsed = Interaction.safeParse(parseJson(text))
  if (!parsed.success) throw badRequest('The request is not an interaction')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reply(content: string): InteractionResponse {
  return { type: replyTypes.message, data: { content, flags: ephemeral, allowed_mentions: { parse: [] } } }
}
