import { z } from 'zod/mini'

import { PresentedPassword } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Success, Time } from './fields.ts'

/** Six digits of an authenticator app, or a recovery code; spaces and dashes are no mistakes. */
export const PresentedCode = z
  .string('Code is required')
  .check(z.trim(), z.minLength(1, 'Code is required'), z.maxLength(100, 'This is not a code'))

/** Password and code together: neither a session nor a found phone alone takes the second step away. */
export const TwoFactorProof = z.object({ password: PresentedPassword, code: PresentedCode })
export type TwoFactorProof = z.output<typeof TwoFactorProof>

/** What an authenticator app is given: the address for its camera, the secret to type where there is none. */
export const AuthenticatorKey = z.object({ secret: z.string(), uri: z.string() })
export type AuthenticatorKey = z.output<typeof AuthenticatorKey>

/** Each opens the account once in the place of a code. They are told once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.output<typeof RecoveryCodes>

export const TwoFactorState = z.object({
  enabled: z.boolean(),
  enabled_at: z.nullable(Time),
  recovery_codes_left: z.int(),
})
export type TwoFactorState = z.output<typeof TwoFactorState>

export const twoFactorApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/two-factor',
    summary: 'Whether the own sign-in asks for a code, and how many recovery codes are left.',
    access: 'signed-in',
    reply: TwoFactorState,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/set-up',
    summary: 'Make a secret for an authenticator app; nothing changes until a code confirms it.',
    access: 'signed-in',
    body: z.object({ password: PresentedPassword }),
    reply: AuthenticatorKey,
    limit: 'login',
    refuses: ['conflict'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/confirm',
    summary:
      'Turn two-factor authentication on with the first code; all other sessions end, and the recovery codes are told.',
    access: 'signed-in',
    body: z.object({ code: PresentedCode }),
    reply: RecoveryCodes,
    limit: 'login',
    refuses: ['conflict'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/disable',
    summary: 'Turn two-factor authentication off with password and code; all other sessions end.',
    access: 'signed-in',
    body: TwoFactorProof,
    reply: Success,
    limit: 'login',
    refuses: ['conflict'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/recovery-codes',
    summary: 'Make new recovery codes with password and code; the former ones are good for nothing then.',
    access: 'signed-in',
    body: TwoFactorProof,
    reply: RecoveryCodes,
    limit: 'login',
    refuses: ['conflict'],
  }),
}
