import { expect, test } from 'vitest'

import type { Script } from '#contract/scripts/scripts.ts'

import { changedFields, expectedOf, textsOf } from './use-script-form.ts'

const script: Script = {
  id: 7,
  name: 'Garage',
  description: 'Keeps cars.\nFinds them again.',
  image: '/files/images/a-960.webp',
  images: ['/files/images/a-960.webp', '/files/images/b-960.webp'],
  category: 'Cars',
  authorAvatar: null,
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

test('an unchanged form sends no fields', () => {
  expect(changedFields(script, texts, script.tags, [])).toEqual({})
})

test('surrounding spaces and CRLF line breaks are no change', () => {
  const typed = { ...texts, name: ' Garage ', description: 'Keeps cars.\r\nFinds them again. ' }
  expect(changedFields(script, typed, script.tags, [])).toEqual({})
})

test('an empty version is the default version', () => {
  expect(changedFields(script, { ...texts, version: ' ' }, script.tags, [])).toEqual({})
  expect(changedFields({ ...script, version: '2.0' }, { ...texts, version: '' }, script.tags, [])).toEqual({
    version: '1.0.0',
  })
})

test('only changed fields are sent', () => {
  const typed = { ...texts, name: 'Big Garage ', category: 'Other' }
  expect(changedFields(script, typed, script.tags, [])).toEqual({ name: 'Big Garage', category: 'Other' })
})

test('tags are sent as a list in their order, also if it is empty', () => {
  expect(changedFields(script, texts, ['garage'], [])).toEqual({ tags: '["garage"]' })
  expect(changedFields(script, texts, ['cars', 'garage'], [])).toEqual({ tags: '["cars","garage"]' })
  expect(changedFields(script, texts, [], [])).toEqual({ tags: '[]' })
})

test('removed images are sent only if there are some', () => {
  expect(changedFields(script, texts, script.tags, ['/files/images/b-960.webp'])).toEqual({
    removeImages: '["/files/images/b-960.webp"]',
  })
})

test('an image order is sent only if it changes the images that remain', () => {
  const [a = '', b = ''] = script.images
  expect(changedFields(script, texts, script.tags, [], [a, b])).toEqual({})
  expect(changedFields(script, texts, script.tags, [], [b, a])).toEqual({
    imageOrder: JSON.stringify([b, a]),
  })
  expect(changedFields(script, texts, script.tags, [a], [b, a])).toEqual({
    removeImages: JSON.stringify([a]),
  })
})

test.each([
  ['texts', { name: 'Big Garage', tags: '[]' }, {}, { name: 'Garage', tags: ['garage', 'cars'] }],
  ['removed images', { removeImages: '["/a"]' }, {}, { images: script.images }],
  ['an image order', { imageOrder: '["/a"]' }, {}, { images: script.images }],
  ['new images', {}, { hasImages: true }, { images: script.images }],
  ['a new file', {}, { hasArchive: true }, { sha256: script.sha256 }],
])('the expected values contain those of the changed fields only: %s', (_, changed, files, expected) => {
  expect(expectedOf(script, changed, { hasArchive: false, hasImages: false, ...files })).toEqual(expected)
})
