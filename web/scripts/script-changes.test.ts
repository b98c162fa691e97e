import { expect, test } from 'vitest'

import type { Script } from '#contract/scripts.ts'

import { changedFields, expectedOf, textsOf } from './script-changes.ts'

const script: Script = {
  id: 7,
  name: 'Garage',
  description: 'Keeps cars.\nFinds them again.',
  image: '/files/images/a-960.webp',
  images: ['/files/images/a-960.webp', '/files/images/b-960.webp'],
  category: 'Cars',
  author: 'author',
  version: '1.0.0',
  tags: ['garage', 'cars'],
  script_status: 'Readable',
  downloads: 0,
  views: 0,
  likes: 0,
  uploadDate: '2026-11-20T12:00:00Z',
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
  userId: 1,
  fileName: 'garage.zip',
  fileSize: 10,
  sha256: 'a'.repeat(64),
}
const texts = textsOf(script)

test('a form that was only looked at sends nothing', () => {
  expect(changedFields(script, texts, script.tags, [])).toEqual({})
})

test('spaces around a text and the line breaks of a form are no change', () => {
  const typed = { ...texts, name: ' Garage ', description: 'Keeps cars.\r\nFinds them again. ' }
  expect(changedFields(script, typed, script.tags, [])).toEqual({})
})

test('an emptied version is the default, which it was', () => {
  expect(changedFields(script, { ...texts, version: ' ' }, script.tags, [])).toEqual({})
  expect(changedFields({ ...script, version: '2.0' }, { ...texts, version: '' }, script.tags, [])).toEqual({
    version: '1.0.0',
  })
})

test('what changed is sent, and nothing else', () => {
  const typed = { ...texts, name: 'Big Garage ', category: 'Other' }
  expect(changedFields(script, typed, script.tags, [])).toEqual({ name: 'Big Garage', category: 'Other' })
})

test('tags travel as a list, in their order, also when all are gone', () => {
  expect(changedFields(script, texts, ['garage'], [])).toEqual({ tags: '["garage"]' })
  expect(changedFields(script, texts, ['cars', 'garage'], [])).toEqual({ tags: '["cars","garage"]' })
  expect(changedFields(script, texts, [], [])).toEqual({ tags: '[]' })
})

test('pictures to take away are named only when there are some', () => {
  expect(changedFields(script, texts, script.tags, ['/files/images/b-960.webp'])).toEqual({
    removeImages: '["/files/images/b-960.webp"]',
  })
})

test.each([
  ['texts', { name: 'Big Garage', tags: '[]' }, {}, { name: 'Garage', tags: ['garage', 'cars'] }],
  ['pictures that go', { removeImages: '["/a"]' }, {}, { images: script.images }],
  ['new pictures', {}, { hasImages: true }, { images: script.images }],
  ['a new file', {}, { hasArchive: true }, { sha256: script.sha256 }],
])(
  'along goes how the script was where it is changed, and nothing else: %s',
  (_, changed, files, expected) => {
    expect(expectedOf(script, changed, { hasArchive: false, hasImages: false, ...files })).toEqual(expected)
  },
)
