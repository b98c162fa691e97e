import { z } from 'zod/mini'

import { Email, NewPassword } from '#contract/access/users.ts'
import { OwnerAccount, Registration, ResetRequest } from '#contract/accounts/auth.ts'

import { useZodForm } from '#web/app/use-zod-form.ts'

// docs/specification.md requires the length check in the form; the server accepts any attempt.
const SignInFields = z.object({ email: Email, password: NewPassword })

const confirmation = { confirmPassword: z.string() }

const RegisterFields = z.extend(Registration, confirmation).check(passwordsMatch())

const ClaimFields = z.extend(OwnerAccount, confirmation).check(passwordsMatch())

const NewPasswordFields = z.object({ password: NewPassword, ...confirmation }).check(passwordsMatch())

/** Without an email the fields keep what was typed before hydration or was filled in by the browser. */
export const useSignInForm = (email: string) => useZodForm(SignInFields, email === '' ? {} : { email })

export const useRegisterForm = (email: string) =>
  useZodForm(RegisterFields, { username: '', email, password: '', confirmPassword: '' })

export const useResetForm = (email: string) => useZodForm(ResetRequest, { email })

export const useClaimForm = () =>
  useZodForm(ClaimFields, { username: '', email: '', password: '', confirmPassword: '' })

export const useNewPasswordForm = () => useZodForm(NewPasswordFields, { password: '', confirmPassword: '' })

function passwordsMatch() {
  return z.refine<{ password: string; confirmPassword: string }>(
    ({ password, confirmPassword }) => password === confirmPassword,
    {
      path: ['confirmPassword'],
      error: 'Passwords do not match',
      // Validates even if other fields are invalid, so that all errors show at once.
      when: () => true,
    },
  )
}
