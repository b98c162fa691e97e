import { z } from 'zod/mini'

import { accountStatuses, emailWithMessage, Username } from '#contract/access/users.ts'
import { UserChange, userAdminLimits } from '#contract/moderation/user-admin.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'

import type { UserDetails } from './users.data.ts'

const phoneInvalid = 'Please enter a valid phone number'

const UserForm = z.object({
  username: Username,
  email: emailWithMessage('Please enter a valid email address').check(z.toLowerCase()),
  phone_number: z
    .string()
    .check(
      z.trim(),
      z.maxLength(userAdminLimits.phoneMax, phoneInvalid),
      z.regex(/^$|^\+?[\d\s()-]*\d[\d\s()-]*$/, phoneInvalid),
    ),
  email_verified: z.boolean(),
  two_factor_enabled: z.boolean(),
  status: z.enum(accountStatuses),
  notes: z
    .string()
    .check(z.trim(), z.maxLength(userAdminLimits.notesMax, 'Notes must be at most 5000 characters')),
})
export type UserForm = z.output<typeof UserForm>

export const useUserForm = (user: UserDetails) => useZodForm<UserForm>(UserForm, formValues(user))

export function formValues(user: UserDetails): UserForm {
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

export const userFields = [
  'username',
  'email',
  'phone_number',
  'email_verified',
  'two_factor_enabled',
  'status',
  'notes',
] as const

/** The changed fields with the values that the form was opened with; undefined if nothing changed. */
export function userChange(user: UserDetails, form: UserForm): UserChange | undefined {
  const next = { ...form, phone_number: form.phone_number || null, notes: form.notes || null }
  const keys = userFields.filter((key) => next[key] !== user[key])
  if (keys.length === 0) return undefined
  const pick = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.some((changed) => changed === key)))
  return { ...pick(next), expected: pick(user) }
}
