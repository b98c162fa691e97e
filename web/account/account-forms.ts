import { z } from 'zod/mini'

import { PasswordChange } from '#contract/account.ts'
import { Email, Username } from '#contract/accounts.ts'
import { useJudgedForm } from '#web/auth/use-judged-form.ts'

const ProfileFields = z.object({ username: Username, email: Email })

const PasswordFields = z.extend(PasswordChange, { confirmPassword: z.string() }).check(
  z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
    // Told together with what else is wrong, not after it.
    when: () => true,
  }),
)

export const useProfileForm = (present: { username: string; email: string }) =>
  useJudgedForm(ProfileFields, present)

export const usePasswordForm = () =>
  useJudgedForm(PasswordFields, { currentPassword: '', newPassword: '', confirmPassword: '' })
