import { expect, test } from 'vitest'

import { profileChanges } from './ProfileForm.tsx'

const current = { username: 'nordlys', email: 'nordlys@example.com' }
const avatar = new File(['…'], 'me.png', { type: 'image/png' })

test('an unchanged profile sends nothing', () => {
  const entered = { ...current, currentPassword: 'typed before the email was restored' }
  expect(profileChanges(current, entered, undefined)).toBeUndefined()
})

test.each([
  ['a new name', { ...current, username: 'Nordlys' }, undefined, ['username']],
  ['a new email', { ...current, email: 'new@example.com' }, undefined, ['email', 'currentPassword']],
  ['an avatar', { ...current }, avatar, ['avatar']],
  [
    'everything',
    { username: 'a-b', email: 'a@b.cd' },
    avatar,
    ['username', 'email', 'currentPassword', 'avatar'],
  ],
])('only changed fields are sent: %s', (_, entered, file, keys) => {
  const form = profileChanges(current, { ...entered, currentPassword: 'secret' }, file)
  expect([...(form?.keys() ?? [])]).toEqual(keys)
})
