import { expect, test } from 'vitest'

import { activityTag, hasManyAttempts, isLowSuccess, lastSeen, statusBadge } from './user-cells.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  [null, 'Never'],
  ['2026-11-20T12:00:30Z', 'Just now'],
  ['2026-11-20T11:00:01Z', 'Just now'],
  ['2026-11-20T11:00:00Z', '1h ago'],
  ['2026-11-19T12:00:01Z', '23h ago'],
  ['2026-11-19T12:00:00Z', '1d ago'],
  ['2026-11-13T12:00:01Z', '6d ago'],
  ['2026-11-13T12:00:00Z', '13 Nov 2026'],
])('last seen at %s reads %s', (time, text) => expect(lastSeen(time, now)).toBe(text))

test.each([
  [null, 'Unknown'],
  [0, 'Active'],
  [1, 'Active'],
  [2, 'Recent'],
  [7, 'Recent'],
  [8, '8d ago'],
])('%s days since the last activity read %s', (days, tag) => expect(activityTag(days)).toBe(tag))

test('a ban takes precedence over a lock, and a lock over the status', () => {
  const user = { status: 'under_review', is_banned: false, is_locked: false } as const

  expect(statusBadge(user)).toEqual({ label: 'Under review', color: '#3b82f6' })
  expect(statusBadge({ ...user, is_locked: true }).label).toBe('Locked')
  expect(statusBadge({ ...user, is_locked: true, is_banned: true }).label).toBe('Banned')
})

test.each([
  ['active', '#10b981'],
  ['inactive', '#6b7280'],
  ['suspended', '#f59e0b'],
  ['under_review', '#3b82f6'],
] as const)('a status has its colour: %s is %s', (status, color) => {
  const user = { status, is_banned: false, is_locked: false }
  expect(statusBadge(user).color).toBe(color)
  expect(statusBadge({ ...user, is_locked: true }).color).toBe('#f59e0b')
  expect(statusBadge({ ...user, is_banned: true }).color).toBe('#ef4444')
})

test('warnings begin below 90 percent and above 10 attempts', () => {
  expect([89.9, 90].map((login_success_rate) => isLowSuccess({ login_success_rate }))).toEqual([true, false])
  expect([10, 11].map((recent_login_attempts) => hasManyAttempts({ recent_login_attempts }))).toEqual([
    false,
    true,
  ])
})
