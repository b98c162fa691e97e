import { expect, test } from 'vitest'

import type { CurrentUser } from '#contract/access/users.ts'

import { hasPermission } from './session.ts'
import { reviewModeFor } from './use-review-mode.ts'

const user: CurrentUser = {
  id: 1,
  username: 'ada',
  email: 'ada@example.com',
  avatar_url: null,
  is_admin: true,
  is_owner: false,
  permissions: ['scripts.rate'],
  groups: [],
  css: '',
  scripts_uploaded: 0,
  total_downloads: 0,
  phone_number: null,
  email_verified: true,
  two_factor_enabled: false,
  discord_verified: false,
  status: 'active',
}
/** As an earlier version of the web app may have stored it. */
const unlisted: CurrentUser = JSON.parse(JSON.stringify({ ...user, permissions: undefined }))

test.each([
  ['a visitor has no permission', null, 'scripts.rate', false],
  ['a user has their permissions', user, 'scripts.rate', true],
  ['the admin flag adds no permission to the list', user, 'admin.system.access', false],
  ['without a list the admin flag grants access to the admin area', unlisted, 'admin.system.access', true],
  ['without a list the admin flag grants no other permission', unlisted, 'scripts.rate', false],
  [
    'without list and flag there is no permission',
    { ...unlisted, is_admin: false },
    'admin.system.access',
    false,
  ],
] as const)('%s', (_, who, permission, expected) => {
  expect(hasPermission(who && { token: 'token', user: who }, permission)).toBe(expected)
})

test.each([
  ['all', [], 'all'],
  ['all', ['scripts.trusted'], 'flagged'],
  ['all', ['admin.scripts.moderate'], 'flagged'],
  ['flagged', ['scripts.trusted'], 'flagged'],
  ['off', ['scripts.trusted'], 'off'],
] as const)('with review %s, versions of a user with %j are reviewed as %s', (mode, permissions, result) => {
  const token = 'token'
  expect(reviewModeFor({ token, user: { ...user, permissions: [...permissions] } }, mode)).toBe(result)
  expect(reviewModeFor(null, mode)).toBe(mode)
})
