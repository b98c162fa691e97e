import { z } from 'zod/mini'

import { accountLimits, CurrentUser, Email, NewPassword, PresentedPassword, Username } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Success, Time } from './fields.ts'
import { AuthenticatorKey, PresentedCode, RecoveryCodes } from './two-factor.ts'

export const Registration = z.object({ username: Username, email: Email, password: NewPassword })
export type Registration = z.output<typeof Registration>

export const SignIn = z.object({ email: Email, password: PresentedPassword })
export type SignIn = z.output<typeof SignIn>

export const SignedIn = z.object({ accessToken: z.string(), user: CurrentUser })
export type SignedIn = z.output<typeof SignedIn>

/**
 * The password was right and opens nothing yet. The challenge is good for the second step of this sign-in alone;
 * with `set_up_needed` an administrator has turned two-factor on and there is no authenticator yet.
 */
export const CodeNeeded = z.object({
  two_factor_required: z.literal(true),
  set_up_needed: z.boolean(),
  challenge: z.string(),
  expires_at: Time,
})
export type CodeNeeded = z.output<typeof CodeNeeded>

const Challenge = z
  .string('This sign-in has expired. Please enter your password again.')
  .check(z.maxLength(200))

export const SecondStep = z.object({ challenge: Challenge, code: PresentedCode })
export type SecondStep = z.output<typeof SecondStep>

/** Recovery codes come with the first code of an authenticator that was set up on the way. */
export const SignedInByCode = z.extend(SignedIn, z.partial(RecoveryCodes).shape)
export type SignedInByCode = z.output<typeof SignedInByCode>

/** What makes an owner: like a registration, with the password length of administrators. */
export const OwnerAccount = z.extend(Registration, {
  password: NewPassword.check(
    z.minLength(accountLimits.passwordMinAdmin, 'Password must be at least 12 characters'),
  ),
})
export type OwnerAccount = z.output<typeof OwnerAccount>

const OwnerClaim = z.extend(OwnerAccount, {
  token: z.string('This link is invalid or has expired').check(z.maxLength(200)),
})
export type OwnerClaim = z.output<typeof OwnerClaim>

export const ResetRequest = z.object({ email: Email })

export const authApi = {
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account and sign in.',
    access: 'anyone',
    body: Registration,
    reply: SignedIn,
    status: 201,
    limit: 'register',
    refuses: ['conflict'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary:
      'Sign in with an email address and a password. Where two-factor authentication is on, the answer is a challenge for the second step.',
    access: 'anyone',
    body: SignIn,
    reply: z.union([SignedIn, CodeNeeded]),
    limit: 'login',
    refuses: ['unauthenticated', 'inactive', 'suspended'],
  }),
  loginByCode: endpoint({
    method: 'POST',
    path: '/api/auth/login/two-factor',
    summary:
      'The second step of a sign-in: the challenge with a code of the authenticator app or a recovery code.',
    access: 'anyone',
    body: SecondStep,
    reply: SignedInByCode,
    limit: 'login',
    refuses: ['unauthenticated', 'conflict'],
  }),
  setUpAtLogin: endpoint({
    method: 'POST',
    path: '/api/auth/login/two-factor/set-up',
    summary:
      'Make the secret for an authenticator app in a sign-in that needs one; the second step confirms it.',
    access: 'anyone',
    body: z.object({ challenge: Challenge }),
    reply: AuthenticatorKey,
    limit: 'login',
    refuses: ['unauthenticated', 'conflict'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End this session; its token is refused from then on.',
    access: 'signed-in',
    evenBanned: true,
    reply: Success,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary:
      'Ask for a link that sets a new password; the answer never tells whether the address has an account.',
    access: 'anyone',
    body: ResetRequest,
    reply: Success,
    limit: 'reset',
  }),
  confirmReset: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password/confirm',
    summary: 'Set a new password with the token of a reset link; every session ends.',
    access: 'anyone',
    body: z.object({
      token: z.string('This reset link is invalid or has expired').check(z.maxLength(200)),
      password: NewPassword,
    }),
    reply: Success,
    limit: 'reset',
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm an email address with the token that was mailed to it.',
    access: 'anyone',
    body: z.object({
      token: z.string('This confirmation link is invalid or has expired').check(z.maxLength(200)),
    }),
    reply: Success,
    limit: 'reset',
  }),
  claimOwner: endpoint({
    method: 'POST',
    path: '/api/auth/claim-owner',
    summary: 'Make the first owner with the token of the one-time link that the start of a new site prints.',
    access: 'anyone',
    body: OwnerClaim,
    reply: SignedIn,
    status: 201,
    limit: 'reset',
    refuses: ['conflict'],
  }),
}
