import { expect, test } from 'vitest'

import { profileChanges } from './profile-changes.ts'

const present = { username: 'nordlys', email: 'nordlys@example.com' }
const avatar = new File(['…'], 'me.png', { type: 'image/png' })

test('nothing is sent when nothing changed', () => {
  const entered = { ...present, currentPassword: 'typed before the address was put back' }
  expect(profileChanges(present, entered, undefined)).toBeUndefined()
})

test.each([
  ['a new name', { ...present, username: 'Nordlys' }, undefined, ['username']],
  ['a new address', { ...present, email: 'new@example.com' }, undefined, ['email', 'currentPassword']],
  ['a picture', { ...present }, avatar, ['avatar']],
  [
    'all of it',
    { username: 'a-b', email: 'a@b.cd' },
    avatar,
    ['username', 'email', 'currentPassword', 'avatar'],
  ],
])('only what changed is sent: %s', (_, entered, file, keys) => {
  const form = profileChanges(present, { ...entered, currentPassword: 'secret' }, file)
  expect([...(form?.keys() ?? [])]).toEqual(keys)
})
