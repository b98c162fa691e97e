import { z } from 'zod/mini'

import { Email, NewPassword } from '#contract/accounts.ts'
import { OwnerAccount, Registration, ResetRequest } from '#contract/auth.ts'

import { useJudgedForm } from './use-judged-form.ts'

// The form asks for six characters already here, as the specification says; the server takes any attempt.
const SignInFields = z.object({ email: Email, password: NewPassword })

const confirmation = { confirmPassword: z.string() }

const RegisterFields = z.extend(Registration, confirmation).check(passwordsMatch())

const ClaimFields = z.extend(OwnerAccount, confirmation).check(passwordsMatch())

const NewPasswordFields = z.object({ password: NewPassword, ...confirmation }).check(passwordsMatch())

export const useSignInForm = (email: string) => useJudgedForm(SignInFields, { email, password: '' })

export const useRegisterForm = (email: string) =>
  useJudgedForm(RegisterFields, { username: '', email, password: '', confirmPassword: '' })

export const useResetForm = (email: string) => useJudgedForm(ResetRequest, { email })

export const useClaimForm = () =>
  useJudgedForm(ClaimFields, { username: '', email: '', password: '', confirmPassword: '' })

export const useNewPasswordForm = () =>
  useJudgedForm(NewPasswordFields, { password: '', confirmPassword: '' })

function passwordsMatch() {
  return z.refine<{ password: string; confirmPassword: string }>(
    ({ password, confirmPassword }) => password === confirmPassword,
    {
      path: ['confirmPassword'],
      error: 'Passwords do not match',
      // Told together with what else is wrong, not after it.
      when: () => true,
    },
  )
}
