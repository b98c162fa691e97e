import type { StyleAssignment, StyleAssignmentChange } from '#contract/user-styles.ts'
import { endOfDay } from '#web/admin/groups/end-of-day.ts'

/** What the form of an assignment shows; `day` is empty for a permanent one. */
export type AssignmentForm = { styleId: string; day: string; isActive: boolean }

export function formOf({ style_id, expires_at, is_active }: StyleAssignment): AssignmentForm {
  return { styleId: String(style_id), day: expires_at ? dayOf(expires_at) : '', isActive: is_active }
}

/** Only what differs from the assignment; undefined when nothing does. An end stays to the second while its day does. */
export function changeOf(
  assignment: StyleAssignment,
  form: AssignmentForm,
): StyleAssignmentChange | undefined {
  const before = formOf(assignment)
  const change: StyleAssignmentChange = {
    ...(form.styleId !== before.styleId && { style_id: Number(form.styleId) }),
    ...(form.day !== before.day && { expires_at: form.day ? endOfDay(form.day) : null }),
    ...(form.isActive !== before.isActive && { is_active: form.isActive }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** The day on which something ends where the browser is, as a date field has it. */
function dayOf(time: string): string {
  const end = new Date(time)
  return [end.getFullYear(), end.getMonth() + 1, end.getDate()].map(twoDigits).join('-')
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
