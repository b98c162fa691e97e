import { z } from 'zod/mini'

import { PresentedPassword } from '#contract/access/users.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Success, Time } from '#contract/platform/fields.ts'

/** Six digits of an authenticator app or a recovery code; spaces and dashes are ignored. */
export const TwoFactorCode = z
  .string('Code is required')
  .check(z.trim(), z.minLength(1, 'Code is required'), z.maxLength(100, 'This is not a code'))

/** Both are required, so that a stolen session or phone alone cannot turn two-factor authentication off. */
export const TwoFactorProof = z.object({ password: PresentedPassword, code: TwoFactorCode })
export type TwoFactorProof = z.output<typeof TwoFactorProof>

/** `uri` is the content of the QR code; `secret` can be typed instead. */
export const AuthenticatorKey = z.object({ secret: z.string(), uri: z.string() })
export type AuthenticatorKey = z.output<typeof AuthenticatorKey>

/** Each replaces a code of the app once. They are shown only once. */
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
    summary: 'Get the state of two-factor authentication',
    description: 'Whether your sign-in needs a code, and how many recovery codes are left.',
    access: 'signed-in',
    reply: TwoFactorState,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/set-up',
    summary: 'Start the setup of two-factor authentication',
    description: 'Returns a secret for an authenticator app. Nothing changes until a code confirms it.',
    access: 'signed-in',
    body: z.object({ password: PresentedPassword }),
    reply: AuthenticatorKey,
    limit: 'login',
    errors: ['conflict'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/confirm',
    summary: 'Turn two-factor authentication on',
    description:
      'Takes the first code of the authenticator app and returns the recovery codes. All other sessions end.',
    access: 'signed-in',
    body: z.object({ code: TwoFactorCode }),
    reply: RecoveryCodes,
    limit: 'login',
    errors: ['conflict'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/disable',
    summary: 'Turn two-factor authentication off',
    description: 'Takes the password and a code. All other sessions end.',
    access: 'signed-in',
    body: TwoFactorProof,
    reply: Success,
    limit: 'login',
    errors: ['conflict'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/recovery-codes',
    summary: 'Create new recovery codes',
    description: 'Takes the password and a code. The previous recovery codes become invalid.',
    access: 'signed-in',
    body: TwoFactorProof,
    reply: RecoveryCodes,
    limit: 'login',
    errors: ['conflict'],
  }),
}
