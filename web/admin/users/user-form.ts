import { z } from 'zod/mini'

import { accountStatuses, emailSaying, Username } from '#contract/accounts.ts'
import { UserChange, userAdminLimits } from '#contract/user-admin.ts'
import { useJudgedForm } from '#web/auth/use-judged-form.ts'

import type { UserDetails } from './users.data.ts'

const phoneProblem = 'Please enter a valid phone number'

const UserForm = z.object({
  username: Username,
  email: emailSaying('Please enter a valid email address').check(z.toLowerCase()),
  phone_number: z
    .string()
    .check(
      z.trim(),
      z.maxLength(userAdminLimits.phoneMax, phoneProblem),
      z.regex(/^$|^\+?[\d\s()-]*\d[\d\s()-]*$/, phoneProblem),
    ),
  email_verified: z.boolean(),
  two_factor_enabled: z.boolean(),
  status: z.enum(accountStatuses),
  notes: z
    .string()
    .check(z.trim(), z.maxLength(userAdminLimits.notesMax, 'Notes must be at most 5000 characters')),
})
export type UserForm = z.output<typeof UserForm>

export const useUserForm = (user: UserDetails) => useJudgedForm<UserForm>(UserForm, formOf(user))

export function formOf(user: UserDetails): UserForm {
  const { username, email, email_verified, two_factor_enabled, status } = user
  return {
    username,
    email,
    phone_number: user.phone_number ?? '',
    email_verified,
    two_factor_enabled,
    status,
    notes: user.notes ?? '',
  }
}

const userFields = [
  'username',
  'email',
  'phone_number',
  'email_verified',
  'two_factor_enabled',
  'status',
  'notes',
] as const

/** What a form changes, with what it was opened with; undefined when it changes nothing. */
export function userChange(user: UserDetails, form: UserForm): UserChange | undefined {
  const wanted = { ...form, phone_number: form.phone_number || null, notes: form.notes || null }
  const keys = userFields.filter((key) => wanted[key] !== user[key])
  if (keys.length === 0) return undefined
  const pick = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.some((changed) => changed === key)))
  return { ...pick(wanted), expected: pick(user) }
}
