import { z } from 'zod/mini'

import { PasswordChange } from '#contract/accounts/account.ts'
import { Email, Username } from '#contract/access/users.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'

const ProfileFields = z.object({ username: Username, email: Email, currentPassword: z.string() })

/** Requires the password for a new email, as the server does unless the user has just signed in. */
const profileFieldsFrom = (current: { email: string }) =>
  ProfileFields.check(
    z.refine(({ email, currentPassword }) => email === current.email || currentPassword !== '', {
      path: ['currentPassword'],
      error: 'Current password is required',
      when: () => true,
    }),
  )

const PasswordFields = z.extend(PasswordChange, { confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
    // Validates even if other fields are invalid, so that all errors show at once.
    when: () => true,
  }),
)

export const useProfileForm = (current: { username: string; email: string }) =>
  useZodForm(profileFieldsFrom(current), { ...current, currentPassword: '' })

export const usePasswordForm = () =>
  useZodForm(PasswordFields, { currentPassword: '', newPassword: '', confirmPassword: '' })
