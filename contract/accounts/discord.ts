import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Time } from '#contract/platform/fields.ts'

/** A `userId` other than the own one is rejected; without it the code is for the signed-in user. */
export const CodeRequest = z.object({ userId: z.optional(z.int('User id must be a number')) })
export type CodeRequest = z.output<typeof CodeRequest>

export const VerificationCode = z.object({ verificationCode: z.string(), expiresAt: Time })
export type VerificationCode = z.output<typeof VerificationCode>

export const DiscordStatus = z.object({
  isVerified: z.boolean(),
  hasActiveCode: z.boolean(),
  /** Null for other users. */
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
    summary: 'Create a verification code',
    description:
      'A code that links your Discord account. It expires after 15 minutes and replaces your previous code. 503 on a site without a Discord application.',
    access: 'signed-in',
    body: CodeRequest,
    reply: VerificationCode,
    errors: ['forbidden', 'conflict'],
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/discord-verification/status/:userId',
    summary: 'Get the verification status',
    description: 'Your own status, or that of any user with the permission `admin.users.list`.',
    access: 'signed-in',
    params: z.object({ userId: Id }),
    reply: DiscordStatus,
    errors: ['forbidden'],
  }),
}
