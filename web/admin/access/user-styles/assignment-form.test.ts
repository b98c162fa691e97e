import { expect, test } from 'vitest'

import type { StyleAssignment } from '#contract/access/user-styles.ts'
import { endOfDay } from '#web/admin/access/groups/group-form.ts'

import { assignmentChange, formValues } from './AssignmentDialogs.tsx'

const assignment: StyleAssignment = {
  id: 1,
  user_id: 2,
  style_id: 3,
  assigned_at: '2026-01-31T12:00:00Z',
  expires_at: endOfDay('2026-12-31'),
  is_active: true,
  users: { username: 'ada', avatar_url: null },
  user_styles: { name: 'Gold', css_properties: '', font_family: 'default', priority: 0, is_active: true },
}

test('an unchanged form of an assignment sends nothing', () => {
  expect(formValues(assignment)).toEqual({ style_id: '3', expires_at: '2026-12-31', is_active: true })
  expect(assignmentChange(assignment, formValues(assignment))).toBeUndefined()
  const permanent = { ...assignment, expires_at: null }
  expect(assignmentChange(permanent, formValues(permanent))).toBeUndefined()
})

test.each([
  [{ style_id: '4' }, { style_id: 4 }],
  [{ expires_at: '' }, { expires_at: null }],
  [{ expires_at: '2027-01-01' }, { expires_at: endOfDay('2027-01-01') }],
  [{ is_active: false }, { is_active: false }],
])('a form of an assignment with %j sends only that field', (edited, change) => {
  expect(assignmentChange(assignment, { ...formValues(assignment), ...edited })).toEqual(change)
})
