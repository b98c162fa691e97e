import { expect, test } from 'vitest'

import { profileChanges } from './profile-changes.ts'

const present = { username: 'nordlys', email: 'nordlys@example.com' }
const avatar = new File(['…'], 'me.png', { type: 'image/png' })

test('nothing is sent when nothing changed', () => {
  expect(profileChanges(present, { ...present }, undefined)).toBeUndefined()
})

test.each([
  ['a new name', { ...present, username: 'Nordlys' }, undefined, ['username']],
  ['a new address', { ...present, email: 'new@example.com' }, undefined, ['email']],
  ['a picture', { ...present }, avatar, ['avatar']],
  ['all of it', { username: 'a-b', email: 'a@b.cd' }, avatar, ['username', 'email', 'avatar']],
])('only what changed is sent: %s', (_, entered, file, keys) => {
  expect([...(profileChanges(present, entered, file)?.keys() ?? [])]).toEqual(keys)
})
