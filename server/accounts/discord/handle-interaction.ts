import { z } from 'zod/mini'

import { badRequest, HttpError } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'

import { redeemCode } from './link-account.ts'
import { commandName, codeOption } from './verify-command.ts'

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

export type InteractionResponse =
  | { type: 1 }
  | { type: 4; data: { content: string; flags: number; allowed_mentions: { parse: string[] } } }

/** The caller has verified the signature. */
export async function handleInteraction(app: App, text: string): Promise<InteractionResponse> {
  const interaction = readInteraction(text)
  if (interaction.type === interactionTypes.ping) return { type: replyTypes.pong }
  if (interaction.type !== interactionTypes.command)
    throw badRequest('This type of interaction is not supported')
  if (interaction.data?.name !== commandName) return reply('This command is unknown here.')
  return reply(await verify(app, interaction))
}

async function verify(app: App, { data, member, user }: Interaction): Promise<string> {
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
