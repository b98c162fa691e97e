import { z } from 'zod/mini'

import {
  accountLimits,
  CurrentUser,
  Email,
  NewPassword,
  PresentedPassword,
  Username,
} from '#contract/access/users.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Success, Time } from '#contract/platform/fields.ts'
import { WorkProof } from '#contract/platform/proof-of-work.ts'
import { AuthenticatorKey, TwoFactorCode, RecoveryCodes } from './two-factor.ts'

export const Registration = z.object({ username: Username, email: Email, password: NewPassword })
export type Registration = z.output<typeof Registration>

/** `proof` answers the challenge of a response with the code `work_required`. */
export const RegistrationRequest = z.extend(Registration, { proof: z.optional(WorkProof) })
export type RegistrationRequest = z.output<typeof RegistrationRequest>

export const SignIn = z.object({ email: Email, password: PresentedPassword })
export type SignIn = z.output<typeof SignIn>

export const SignedIn = z.object({ accessToken: z.string(), user: CurrentUser })
export type SignedIn = z.output<typeof SignedIn>

/**
 * The response to a correct password when two-factor authentication is on. The challenge is valid only for the second
 * step of this sign-in. `set_up_needed`: an administrator has turned it on and the user has no authenticator yet.
 */
export const TwoFactorChallenge = z.object({
  two_factor_required: z.literal(true),
  set_up_needed: z.boolean(),
  challenge: z.string(),
  expires_at: Time,
})
export type TwoFactorChallenge = z.output<typeof TwoFactorChallenge>

const Challenge = z
  .string('This sign-in has expired. Please enter your password again.')
  .check(z.maxLength(200))

export const SecondStep = z.object({ challenge: Challenge, code: TwoFactorCode })
export type SecondStep = z.output<typeof SecondStep>

/** Contains recovery codes when the authenticator was set up during this sign-in. */
export const SignedInByCode = z.extend(SignedIn, z.partial(RecoveryCodes).shape)
export type SignedInByCode = z.output<typeof SignedInByCode>

/** A registration with the password length of administrators. */
export const OwnerAccount = z.extend(Registration, {
  password: NewPassword.check(
    z.minLength(accountLimits.passwordMinAdmin, 'Password must be at least 12 characters'),
  ),
})
export type OwnerAccount = z.output<typeof OwnerAccount>

export const OwnerClaim = z.extend(OwnerAccount, {
  token: z.string('This link is invalid or has expired').check(z.maxLength(200)),
})
export type OwnerClaim = z.output<typeof OwnerClaim>

export const ResetRequest = z.object({ email: Email })

export const authApi = {
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account',
    description:
      'The response signs the new user in. After repeated registrations from one network it is 403 with the code `work_required` and a `challenge`: repeat the call with `proof`, the challenge and its solution (ALTCHA, PBKDF2/SHA-256). A challenge is valid for ten minutes and works once.',
    access: 'anyone',
    usesToken: true,
    body: RegistrationRequest,
    reply: SignedIn,
    status: 201,
    limit: 'register',
    errors: ['conflict', 'work_required'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    description:
      'For an account with two-factor authentication the response is a challenge for the second step instead of a token. If the request carries a valid token, the session of that token ends.',
    access: 'anyone',
    usesToken: true,
    body: SignIn,
    reply: z.union([SignedIn, TwoFactorChallenge]),
    limit: 'login',
    errors: ['unauthenticated', 'inactive', 'suspended'],
  }),
  loginByCode: endpoint({
    method: 'POST',
    path: '/api/auth/login/two-factor',
    summary: 'Finish a sign-in with a code',
    description:
      'The second step of a sign-in: the challenge with a code of the authenticator app, or with a recovery code.',
    access: 'anyone',
    usesToken: true,
    body: SecondStep,
    reply: SignedInByCode,
    limit: 'login',
    errors: ['unauthenticated', 'conflict'],
  }),
  setUpAtLogin: endpoint({
    method: 'POST',
    path: '/api/auth/login/two-factor/set-up',
    summary: 'Set up two-factor authentication during a sign-in',
    description:
      'Returns the secret for an authenticator app when the challenge says `set_up_needed`. The second step confirms it.',
    access: 'anyone',
    body: z.object({ challenge: Challenge }),
    reply: AuthenticatorKey,
    limit: 'login',
    errors: ['unauthenticated', 'conflict'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'Sign out',
    description: 'Ends the session of the token. The server rejects the token afterwards.',
    access: 'signed-in',
    allowBanned: true,
    reply: Success,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Request a password reset',
    description:
      'Sends a link by email. The response is the same whether or not an account has this email address.',
    access: 'anyone',
    body: ResetRequest,
    reply: Success,
    limit: 'reset',
  }),
  confirmReset: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password/confirm',
    summary: 'Set a new password with a reset token',
    description: 'All sessions of the user end.',
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
    summary: 'Confirm an email address',
    description: 'Takes the token that was sent to the email address.',
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
    summary: 'Create the first owner',
    description: 'Takes the token of the one-time link that the first start of a new site prints.',
    access: 'anyone',
    usesToken: true,
    body: OwnerClaim,
    reply: SignedIn,
    status: 201,
    limit: 'reset',
    errors: ['conflict'],
  }),
}
