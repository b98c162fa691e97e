import { expect, test } from 'vitest'

import type { StyleAssignment } from '#contract/user-styles.ts'
import { endOfDay } from '#web/admin/groups/end-of-day.ts'

import { changeOf, formOf } from './assignment-change.ts'

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

test('an assignment that is sent as it was changes nothing', () => {
  expect(formOf(assignment)).toEqual({ styleId: '3', day: '2026-12-31', isActive: true })
  expect(changeOf(assignment, formOf(assignment))).toBeUndefined()
  const permanent = { ...assignment, expires_at: null }
  expect(changeOf(permanent, formOf(permanent))).toBeUndefined()
})

test.each([
  [{ styleId: '4' }, { style_id: 4 }],
  [{ day: '' }, { expires_at: null }],
  [{ day: '2027-01-01' }, { expires_at: endOfDay('2027-01-01') }],
  [{ isActive: false }, { is_active: false }],
])('of the form only %j is sent', (edited, change) => {
  expect(changeOf(assignment, { ...formOf(assignment), ...edited })).toEqual(change)
})
