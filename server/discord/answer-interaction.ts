import { z } from 'zod/mini'

import { badRequest, Failure } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { redeemCode } from './redeem-code.ts'
import { commandName, codeOption } from './verify-command.ts'

const Person = z.object({ id: z.string().check(z.regex(/^\d{1,22}$/)) })

/** What of an interaction is used; in a server the person stands under `member`, in a direct message under `user`. */
const Interaction = z.object({
  type: z.int(),
  data: z.optional(
    z.object({
      name: z.optional(z.string()),
      options: z.optional(z.array(z.object({ name: z.string(), value: z.optional(z.unknown()) }))),
    }),
  ),
  member: z.optional(z.object({ user: Person })),
  user: z.optional(Person),
})
type Interaction = z.output<typeof Interaction>

const interactionTypes = { ping: 1, command: 2 } as const
const replyTypes = { pong: 1, message: 4 } as const
/** Only the person who typed the command sees the reply: a code is nobody else's business. */
const ephemeral = 64

export type InteractionAnswer =
  | { type: 1 }
  | { type: 4; data: { content: string; flags: number; allowed_mentions: { parse: string[] } } }

/** Answers what the chat service asks; its signature has been checked. */
export async function answerInteraction(hub: Hub, text: string): Promise<InteractionAnswer> {
  const interaction = readInteraction(text)
  if (interaction.type === interactionTypes.ping) return { type: replyTypes.pong }
  if (interaction.type !== interactionTypes.command)
    throw badRequest('This kind of interaction is not answered here')
  if (interaction.data?.name !== commandName) return reply('This command is unknown here.')
  return reply(await verify(hub, interaction))
}

async function verify(hub: Hub, { data, member, user }: Interaction): Promise<string> {
  const discordUserId = (member?.user ?? user)?.id
  const typed = data?.options?.find(({ name }) => name === codeOption)?.value
  if (discordUserId === undefined || typeof typed !== 'string')
    throw badRequest('The interaction names no person or no code')
  const settings = `${hub.config.publicUrl}/profile/settings`
  try {
    const { username } = await redeemCode(hub, discordUserId, typed)
    return `Your Discord account is now linked to \`${username}\` on ${hub.config.siteName}. You are verified.`
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // A refusal is for the person in the chat; to the chat service the interaction went well.
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

function reply(content: string): InteractionAnswer {
  return { type: replyTypes.message, data: { content, flags: ephemeral, allowed_mentions: { parse: [] } } }
}
