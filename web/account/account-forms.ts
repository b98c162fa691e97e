import { z } from 'zod/mini'

import { PasswordChange } from '#contract/account.ts'
import { Email, Username } from '#contract/accounts.ts'
import { useJudgedForm } from '#web/auth/use-judged-form.ts'

const ProfileFields = z.object({ username: Username, email: Email, currentPassword: z.string() })

/** A new address is asked for with the password, as the server does once the sign-in is not fresh any more. */
const profileFieldsFrom = (present: { email: string }) =>
  ProfileFields.check(
    z.refine(({ email, currentPassword }) => email === present.email || currentPassword !== '', {
      path: ['currentPassword'],
      error: 'Current password is required',
      when: () => true,
    }),
  )

const PasswordFields = z.extend(PasswordChange, { confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
    // Told together with what else is wrong, not after it.
    when: () => true,
  }),
)

export const useProfileForm = (present: { username: string; email: string }) =>
  useJudgedForm(profileFieldsFrom(present), { ...present, currentPassword: '' })

export const usePasswordForm = () =>
  useJudgedForm(PasswordFields, { currentPassword: '', newPassword: '', confirmPassword: '' })
