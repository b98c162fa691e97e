import { z } from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Id, Time } from './fields.ts'

/** The id that clients send is the own one or the call is refused; without it the token says who it is. */
export const CodeRequest = z.object({ userId: z.optional(z.int('User id must be a number')) })
export type CodeRequest = z.output<typeof CodeRequest>

export const VerificationCode = z.object({ verificationCode: z.string(), expiresAt: Time })
export type VerificationCode = z.output<typeof VerificationCode>

export const DiscordStatus = z.object({
  isVerified: z.boolean(),
  hasActiveCode: z.boolean(),
  /** Shown to its owner only. */
  verificationCode: z.nullable(z.string()),
  expiresAt: z.nullable(Time),
  discordUserId: z.nullable(z.string()),
  /** `unverified`, or the name of the most authoritative group of a verified user. */
  userGroup: z.string(),
})
export type DiscordStatus = z.output<typeof DiscordStatus>

export const discordApi = {
  generateCode: endpoint({
    method: 'POST',
    path: '/api/discord-verification/generate-code',
    summary: 'A code that links the own chat account, good for 15 minutes; it replaces the one before.',
    access: 'signed-in',
    body: CodeRequest,
    reply: VerificationCode,
    limit: 'write',
    refuses: ['forbidden', 'conflict'],
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/discord-verification/status/:userId',
    summary: 'Whether a user has linked a chat account: the own one, or any with admin.users.list.',
    access: 'signed-in',
    params: z.object({ userId: Id }),
    reply: DiscordStatus,
    refuses: ['forbidden'],
  }),
}
