import { expect, test } from 'vitest'

import { uploaderName } from './author-role.ts'

const script = { userId: 1 }
const kestrel = { id: 1, username: 'kestrel' }
const fennel = { id: 2, username: 'fennel' }
const coAuthors = [{ ...fennel, avatar: null, role: 'contributor' as const }]

test('the uploader of a version is named where a script has several authors', () => {
  expect(uploaderName(script, kestrel)).toBeUndefined()
  expect(uploaderName({ ...script, coAuthors }, kestrel)).toBe('kestrel')
  expect(uploaderName({ ...script, coAuthors }, fennel)).toBe('fennel')
  expect(uploaderName({ ...script, teamMembers: [{ id: 2, role: 'owner' }] }, fennel)).toBe('fennel')
})

test('a former author is named, a moderator is not', () => {
  expect(uploaderName(script, { id: 3, username: 'parsley' })).toBe('parsley')
  expect(uploaderName({ ...script, coAuthors }, undefined)).toBeUndefined()
})
