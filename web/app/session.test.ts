import { expect, test } from 'vitest'

import type { CurrentUser } from '#contract/accounts.ts'

import { mayUse } from './session.ts'

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
/** As an older version of the site may have stored them. */
const unlisted: CurrentUser = JSON.parse(JSON.stringify({ ...user, permissions: undefined }))

test.each([
  ['a visitor may use nothing', null, 'scripts.rate', false],
  ['somebody uses what they hold', user, 'scripts.rate', true],
  ['and nothing else, whatever flag they have', user, 'admin.system.access', false],
  [
    'before their permissions are known the flag opens the back office',
    unlisted,
    'admin.system.access',
    true,
  ],
  ['and nothing else', unlisted, 'scripts.rate', false],
  ['without the flag nothing is open', { ...unlisted, is_admin: false }, 'admin.system.access', false],
] as const)('%s', (_, who, permission, expected) => {
  expect(mayUse(who && { token: 'token', user: who }, permission)).toBe(expected)
})
