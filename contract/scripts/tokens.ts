import { z } from 'zod/mini'

import { CurrentPassword } from '#contract/accounts/account.ts'
import { endpoint, type TokenScope } from '#contract/platform/endpoint.ts'
import { NamedScript, Time, visible } from '#contract/platform/fields.ts'

/** `read`: own scripts that are not public. `download`: archives. `publish`: new versions. */
export const tokenScopes = ['read', 'download', 'publish'] as const satisfies readonly TokenScope[]
export const tokenDays = [30, 90, 365] as const

export const tokenLimits = { nameMax: 60, tokensMax: 20, scriptsMax: 100 } as const

const prefix = 'shv_'
/** The prefix, 32 random characters, and 6 with their CRC-32, all letters and digits. */
export const tokenPattern = /^shv_[0-9A-Za-z]{38}$/

export function isAccessToken(text: string): boolean {
  return text.startsWith(prefix)
}

const scopesText = 'Scopes must be read, download or publish'

export const TokenDraft = z.object({
  name: z
    .string('Name is required')
    .check(
      z.trim(),
      z.minLength(1, 'Name is required'),
      z.maxLength(tokenLimits.nameMax, 'Name must be at most 60 characters'),
      visible('Name must not contain invisible characters or line breaks'),
    ),
  scopes: z
    .array(z.enum(tokenScopes, scopesText), scopesText)
    .check(z.minLength(1, 'Choose at least one scope'), z.maxLength(tokenScopes.length, scopesText)),
  /** Which of your scripts it may read and publish. */
  scripts: z.union(
    [
      z.literal('all'),
      z
        .array(z.int().check(z.gte(1), z.lte(2_147_483_647)))
        .check(z.minLength(1), z.maxLength(tokenLimits.scriptsMax)),
    ],
    'Scripts must be all or a list of 1 to 100 ids',
  ),
  days: z.union([z.literal(30), z.literal(90), z.literal(365)], 'Days must be 30, 90 or 365'),
  /** Needed when the last sign-in is older than 15 minutes. */
  currentPassword: z.optional(CurrentPassword),
})
export type TokenDraft = z.output<typeof TokenDraft>

export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the token. */
  hint: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Null for all own scripts. Scripts that were deleted are not listed. */
  scripts: z.nullable(z.array(NamedScript)),
  createdAt: Time,
  expiresAt: Time,
  /** Null before its first use; otherwise within five minutes. */
  lastUsedAt: z.nullable(Time),
})
export type AccessToken = z.output<typeof AccessToken>

export const tokensApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/tokens',
    summary: 'List your access tokens',
    description: 'The newest one comes first. Expired ones are not listed.',
    access: 'signed-in',
    reply: z.array(AccessToken),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/account/tokens',
    summary: 'Create an access token',
    description:
      'For programs. The token is returned only once. Needs a sign-in of the last 15 minutes, or `currentPassword`. It ends with a change of the password, a ban, the deletion of the account, and when it is revoked.',
    access: 'signed-in',
    body: TokenDraft,
    reply: z.object({ token: z.string(), created: AccessToken }),
    status: 201,
    errors: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/tokens/:id',
    summary: 'Revoke an access token',
    access: 'signed-in',
    params: z.object({ id: z.string().check(z.regex(/^[\w-]{16}$/)) }),
    reply: z.null(),
    status: 204,
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/tokens/current',
    summary: 'Get the access token of the request',
    description: 'For programs that show who they act for. 404 with the token of a session.',
    access: 'signed-in',
    token: tokenScopes,
    reply: z.object({ username: z.string(), token: AccessToken }),
    errors: ['not_found'],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/tokens/revoke',
    summary: 'Revoke a leaked access token',
    description:
      'For anyone who finds one. The reply is the same for a token that is not valid. Its owner gets an email.',
    access: 'anyone',
    body: z.object({
      token: z
        .string('Token is required')
        // The examples of the reference have one for all fields of this name.
        .check(z.refine((text) => tokenPattern.test(text), 'This is not an access token')),
    }),
    reply: z.null(),
    status: 204,
  }),
}
