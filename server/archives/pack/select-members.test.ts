import { expect, test } from 'vitest'

import { packLimits, reasons } from './pack-format.ts'
import { selectMembers } from './select-members.ts'

const { textMax, textsMax, imageMax, imageCountMax } = packLimits

const file = (path: string, size: number) => ({ path, size })
const nothing = (why: string) => ({ as: 'nothing', why })

test.each([
  ['a manifest', 'fxmanifest.lua', textMax, { as: 'text' }],
  ['a manifest that is too large', 'a/__resource.lua', textMax + 1, nothing(reasons.textSize)],
  ['a script in capitals', 'CLIENT.LUA', 10, { as: 'text' }],
  ['a file that only begins with a dot', '.env', 10, { as: 'text' }],
  ['an image', 'stream/a.png', imageMax, { as: 'image' }],
  ['a large image', 'stream/a.png', imageMax + 1, { as: 'unknown' }],
  ['a file without an extension', 'LICENSE', 10, { as: 'unknown' }],
  ['an asset', 'stream/a.ydr', textMax, { as: 'unknown' }],
  ['a large asset', 'stream/a.ydr', textMax + 1, nothing(reasons.textSize)],
])('%s is selected by name and size', (_, path, size, selection) => {
  expect(selectMembers([file(path, size)])).toEqual([selection])
})

test('what does not fit is what runs last, and of that the largest, in every order of the archive', () => {
  const size = 4 * 1024 ** 2
  const scripts = Array.from({ length: 8 }, (_, at) => file(`${at}.lua`, size))
  const padding = Array.from({ length: 16 }, (_, at) => file(`${at}.txt`, size + at))
  const members = [...padding, ...scripts]
  const omitted = (order: typeof members) =>
    selectMembers(order)
      .flatMap(({ as }, at) => (as === 'nothing' ? (order[at]?.path ?? []) : []))
      .sort()

  expect(textsMax / size).toBe(16)
  expect(omitted(members)).toEqual(omitted(members.toReversed()))
  expect(omitted(members)).toEqual([
    '10.txt',
    '11.txt',
    '12.txt',
    '13.txt',
    '14.txt',
    '15.txt',
    '7.txt',
    '8.txt',
    '9.txt',
  ])
})

test('the smallest images are selected', () => {
  const images = Array.from({ length: imageCountMax + 2 }, (_, at) => file(`${at}.png`, 1000 - at))

  const selections = selectMembers(images)

  expect(selections.slice(0, 3)).toEqual([nothing(reasons.images), nothing(reasons.images), { as: 'image' }])
})
