import sharp from 'sharp'
import { expect, test } from 'vitest'

import { imagesProblem } from '#contract/scripts/script-fields.ts'

import { toSlug } from './archives.ts'
import { catalogue } from './catalogue.ts'
import { listImages, readImage } from './images.ts'
import { partners } from './partners.ts'
import { users } from './users.ts'

const covers = catalogue.map(({ cover }) => cover)

test('every cover and every logo exists and is used, and every avatar belongs to a user', async () => {
  const usernames = users.map(({ username }) => username)

  expect(new Set(await listImages('covers'))).toEqual(new Set(covers))
  expect(new Set(await listImages('partners'))).toEqual(new Set(partners.map(({ name }) => toSlug(name))))
  expect(usernames).toEqual(expect.arrayContaining(await listImages('avatars')))
})

test('further images of a script are covers, and differ from each other', () => {
  for (const { cover, furtherImages } of catalogue) {
    const images = [cover, ...furtherImages]
    expect(new Set(images).size).toBe(images.length)
    expect(covers).toEqual(expect.arrayContaining(images))
    expect(imagesProblem(images.map(() => ({ type: 'image/webp', size: 1 })))).toBeUndefined()
  }
})

test.each([
  ['covers', { width: 1280, height: 720 }],
  ['avatars', { width: 512, height: 512 }],
  ['partners', { width: 640, height: 360 }],
] as const)('all %s are opaque WebP images of one size, except for edge cases', async (folder, usual) => {
  const sizes: Readonly<Record<string, { width: number; height: number }>> = {
    'cursor-set-tiny': { width: 64, height: 48 },
    'lookbook-portrait': { width: 810, height: 1440 },
    'promenade-banner': { width: 1900, height: 380 },
  }
  for (const name of await listImages(folder)) {
    const metadata = await sharp(await readImage(folder, name)).metadata()
    expect(metadata).toMatchObject({ format: 'webp', hasAlpha: false, ...(sizes[name] ?? usual) })
  }
})

// Decoding all of them takes 16 seconds.
test.each(['covers', 'avatars', 'partners'] as const)('a sample of the %s can be decoded', async (folder) => {
  const names = await listImages(folder)
  const start = Math.floor(Math.random() * names.length)
  for (const name of names.slice(start, start + 3))
    expect(await sharp(await readImage(folder, name)).stats()).toMatchObject({ isOpaque: true })
})

test('all images together have at most 5 MB', async () => {
  let bytes = 0
  for (const folder of ['covers', 'avatars', 'partners'] as const)
    for (const name of await listImages(folder)) bytes += (await readImage(folder, name)).length

  expect(bytes).toBeLessThan(5 * 1024 ** 2)
})
