import { z } from 'zod/mini'

import type { StyleAssignment, StyleAssignmentChange } from '#contract/access/user-styles.ts'
import { endOfDay } from '#web/admin/access/groups/group-form.ts'
import { toLocalTime } from '#web/ui/local-time.ts'

// `expires_at` is a day in the browser's time zone, or empty for a permanent assignment.
export const NewAssignmentForm = z.object({
  user_id: z.string().check(z.minLength(1, 'Please select a user')),
  style_id: z.string().check(z.minLength(1, 'Please select a style')),
  expires_at: z.string(),
})
export const AssignmentForm = z.object({
  style_id: z.string(),
  expires_at: z.string(),
  is_active: z.boolean(),
})
type AssignmentForm = z.output<typeof AssignmentForm>

export function formValues({ style_id, expires_at, is_active }: StyleAssignment): AssignmentForm {
  return {
    style_id: String(style_id),
    expires_at: expires_at ? toLocalTime(expires_at).slice(0, 10) : '',
    is_active,
  }
}

/** The fields that the form changes; undefined if none. An unchanged day keeps the exact time of the expiry. */
export function assignmentChange(
  assignment: StyleAssignment,
  form: AssignmentForm,
): StyleAssignmentChange | undefined {
  const before = formValues(assignment)
  const change: StyleAssignmentChange = {
    ...(form.style_id !== before.style_id && { style_id: Number(form.style_id) }),
    ...(form.expires_at !== before.expires_at && { expires_at: expiryOf(form) }),
    ...(form.is_active !== before.is_active && { is_active: form.is_active }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

export function expiryOf({ expires_at: day }: { expires_at: string }): string | null {
  return day ? endOfDay(day) : null
}
