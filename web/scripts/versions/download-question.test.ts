import { expect, test } from 'vitest'

import { parseVersions, withVersion } from './download-question.ts'

test('the latest 200 confirmed versions are stored, each once', () => {
  expect(withVersion([3, 2, 1], 2)).toEqual([2, 3, 1])
  const many = Array.from({ length: 200 }, (_, index) => index + 1)
  expect(withVersion(many, 900)).toEqual([900, ...many.slice(0, -1)])
})

test.each([
  [null, []],
  ['[4,"5",6]', [4, 6]],
  ['{"4":1}', []],
  ['not JSON', []],
])('the stored text %o has the versions %o', (stored, versions) => {
  expect(parseVersions(stored)).toEqual(versions)
})
