import { z } from 'zod/mini'

import { accountStatuses, emailWithMessage, Username } from '#contract/access/users.ts'
import { UserChange, userAdminLimits } from '#contract/moderation/user-admin.ts'
import { fieldsOf } from '#web/app/use-zod-form.ts'

import type { UserDetails } from './users.data.ts'

const phoneInvalid = 'Please enter a valid phone number'

export const UserForm = z.object({
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

export function formValues(user: UserDetails): UserForm {
  const { username, email, phone_number, email_verified, two_factor_enabled, status, notes } = user
  const texts = { username, email, phone_number: phone_number ?? '', notes: notes ?? '' }
  return { ...texts, email_verified, two_factor_enabled, status }
}

export const userFields = fieldsOf(UserForm)

/** The changed fields with the values that the form was opened with; undefined if nothing changed. */
export function userChange(user: UserDetails, form: UserForm): UserChange | undefined {
  const next = { ...form, phone_number: form.phone_number || null, notes: form.notes || null }
  const keys = userFields.filter((key) => next[key] !== user[key])
  if (keys.length === 0) return undefined
  const pick = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => keys.some((changed) => changed === key)))
  return { ...pick(next), expected: pick(user) }
}

/** The ids of the groups that a user is added to and removed from when the form is saved. */
export type PendingGroupChanges = { add: readonly number[]; remove: readonly number[] }

export const noGroupChanges: PendingGroupChanges = { add: [], remove: [] }

/** Adds the opposite of the present membership to the changes, or takes it back. */
export function toggleGroup(
  changes: PendingGroupChanges,
  groupId: number,
  isMember: boolean,
): PendingGroupChanges {
  return isMember
    ? { ...changes, remove: toggled(changes.remove, groupId) }
    : { ...changes, add: toggled(changes.add, groupId) }
}

export function willBeMember(changes: PendingGroupChanges, groupId: number, isMember: boolean): boolean {
  return isMember ? !changes.remove.includes(groupId) : changes.add.includes(groupId)
}

export function countChanges({ add, remove }: PendingGroupChanges): number {
  return add.length + remove.length
}

function toggled(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]
}
