import { z } from 'zod/mini'

import { accountLimits, CurrentUser, Email, NewPassword, PresentedPassword, Username } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Success } from './fields.ts'

export const Registration = z.object({ username: Username, email: Email, password: NewPassword })
export type Registration = z.output<typeof Registration>

export const SignIn = z.object({ email: Email, password: PresentedPassword })
export type SignIn = z.output<typeof SignIn>

export const SignedIn = z.object({ accessToken: z.string(), user: CurrentUser })
export type SignedIn = z.output<typeof SignedIn>

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
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with an email address and a password.',
    access: 'anyone',
    body: SignIn,
    reply: SignedIn,
    limit: 'login',
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
  }),
}
