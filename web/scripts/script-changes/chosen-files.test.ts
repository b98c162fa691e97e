import { expect, test } from 'vitest'

import { archiveContentProblem, imageFileProblem, orderedImages, sentImages } from './chosen-files.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const png = '\x89PNG\r\n\x1a\n1234567890'

test.each([
  ['notes.png', 'image/png', 'These are notes', 'Image 2 must be JPEG, PNG, GIF, or WebP: notes.png'],
  ['a.svg', 'image/svg+xml', '<svg/>', 'Image 2 must be JPEG, PNG, GIF, or WebP: a.svg'],
  ['a.txt', 'text/plain', png, 'Image 2 must be JPEG, PNG, GIF, or WebP: a.txt'],
  ['a.png', 'image/png', '', 'Image 2 is empty: a.png'],
  ['a.png', 'image/png', 'x'.repeat(10 * 1024 ** 2 + 1), 'Image 2 is too large (max 10MB): a.png'],
  ['a.png', 'image/png', png, undefined],
  ['a.jpg', 'image/jpeg', '\xff\xd8\xff\xe0', undefined],
  ['a.gif', 'image/gif', 'GIF89a', undefined],
  ['a.webp', 'image/webp', 'RIFF\n\0\0\0WEBPVP8 ', undefined],
])('%s of type %s is checked by its first bytes', async (name, type, content, problem) => {
  expect(await imageFileProblem(new File([bytes(content)], name, { type }), 2)).toBe(problem)
})

test.each([
  ['a.zip', 'This is no archive', 'a.zip is not a ZIP archive'],
  ['a.ZIP', 'Rar!\x1a\x07\x01\0', 'a.ZIP is not a ZIP archive'],
  ['a.rar', 'PK\x03\x04', 'a.rar is not a RAR archive'],
  ['a.7z', 'PK\x03\x04', 'a.7z is not a 7z archive'],
  ['a.zip', '', 'a.zip is empty'],
  ['a.zip', 'PK\x03\x04', undefined],
  ['a.rar', 'Rar!\x1a\x07\x01\0', undefined],
  ['a.7z', '7z\xbc\xaf\x27\x1c', undefined],
])('%s with the content %j is checked by its first bytes', async (name, content, problem) => {
  expect(await archiveContentProblem(new File([bytes(content)], name))).toBe(problem)
})

test('the form sends the new images and the order of all that stay', () => {
  const [one, two] = [new File([], '1.png'), new File([], '2.png')]
  const images = [
    { id: 'added 2', url: 'blob:2', file: two },
    { id: '/a', url: '/a' },
    { id: '/b', url: '/b', isRemoved: true },
    { id: 'added 1', url: 'blob:1', file: one },
  ]

  expect(sentImages(images)).toEqual({
    files: [two, one],
    removed: ['/b'],
    imageOrder: ['new-1', '/a', 'new-2'],
  })
})

test.each([
  [
    ['c', 'a', 'b'],
    ['c', 'a', 'b'],
  ],
  [[], ['a', 'b', 'c']],
  [
    ['gone', 'c'],
    ['c', 'a', 'b'],
  ],
])('images in the order %j', (order, expected) => {
  const images = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(orderedImages(images, order).map(({ id }) => id)).toEqual(expected)
})
