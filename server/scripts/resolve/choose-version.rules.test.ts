import { expect, test } from 'vitest'

import { chooseVersion, semverOf } from './choose-version.rules.ts'

const day = 86_400_000
const now = new Date('2026-11-01T00:00:00Z')

/** Numbers of versions with the oldest one first, one published each day until today; `!` marks a withdrawn one. */
function versionsOf(...numbers: string[]) {
  return numbers
    .map((number, index) => ({
      id: index + 1,
      number: number.replace('!', ''),
      publishedAt: new Date(now.getTime() - (numbers.length - 1 - index) * day).toISOString(),
      isWithdrawn: number.endsWith('!'),
    }))
    .toReversed()
}

const choose = (
  numbers: string[],
  range: string,
  { locked, days = 0 }: { locked?: string; days?: number } = {},
) => {
  const { version, problem } = chooseVersion(versionsOf(...numbers), {
    range,
    locked,
    before: new Date(now.getTime() - days * day),
  })
  return problem ?? version?.number
}

test.each([
  ['a text that is no range', ['1.0.0'], 'newest please', 'invalid-range'],
  ['a range for numbers that are not semantic versions', ['build 7', '2024a'], '^1.0.0', 'range-unsupported'],
  ['a range that nothing fits', ['1.0.0', '1.1.0'], '^2.0.0', 'no-match'],
  ['a number that does not exist', ['1.0.0'], '1.0.1', 'no-match'],
  ['latest without versions', [], 'latest', 'no-match'],
  ['a range whose versions were withdrawn', ['1.0.0!', '1.1.0!', '2.0.0'], '^1.0.0', 'withdrawn'],
  ['the number of a withdrawn version', ['1.0.0', '1.1.0!'], '1.1.0', 'withdrawn'],
  ['a prerelease that the range does not name', ['1.0.0-beta.1'], '^1.0.0', 'no-match'],
])('%s has a problem', (_, numbers, range, problem) => {
  expect(choose(numbers, range)).toBe(problem)
})

test.each([
  ['latest', ['1.0.0', '3.0.0', '2.0.0'], '2.0.0'],
  ['*', ['1.0.0', 'build 7'], 'build 7'],
  ['', ['1.0.0', '1.1.0!'], '1.0.0'],
  ['^1.0.0', ['1.0.0', '1.10.0', '1.9.0', '2.0.0'], '1.10.0'],
  ['~1.2', ['v1.2', 'v1.2.9', 'v1.3'], 'v1.2.9'],
  ['>=1 <3', ['1', '2', '3', 'nightly'], '2'],
  ['1.2.0', ['1.2', '1.2.0', '1.2.1'], '1.2.0'],
  ['V1.2', ['1.2', '1.3'], '1.2'],
  ['build 7', ['build 7', 'build 8'], 'build 7'],
  ['1.0.0', ['1.0.0', '1.0.0!'], '1.0.0'],
  ['^1.0.0-beta.1', ['1.0.0-beta.2', '1.0.0-beta.1'], '1.0.0-beta.2'],
])('%s of %j is %s', (range, numbers, number) => {
  expect(choose(numbers, range)).toBe(number)
})

test('a locked version stays where it fits and was not withdrawn', () => {
  expect(choose(['1.0.0', '1.1.0'], '^1.0.0', { locked: 'v1.0.0' })).toBe('1.0.0')
  expect(choose(['1.0.0', '2.0.0'], '^2.0.0', { locked: '1.0.0' })).toBe('2.0.0')
  expect(choose(['1.0.0!', '1.1.0'], '^1.0.0', { locked: '1.0.0' })).toBe('1.1.0')
  expect(choose(['1.0.0', '1.1.0'], '^1.0.0', { locked: '0.9.0' })).toBe('1.1.0')
})

test('with a waiting time the newest old version is chosen; by its number, any', () => {
  const numbers = ['1.0.0', '1.1.0', '1.2.0']
  expect(choose(numbers, 'latest', { days: 1 })).toBe('1.1.0')
  expect(choose(numbers, '^1.0.0', { days: 2 })).toBe('1.0.0')
  expect(choose(numbers, '^1.0.0', { days: 3 })).toBe('too-new')
  expect(choose(numbers, '1.2.0', { days: 3 })).toBe('1.2.0')
  expect(choose(numbers, '^1.0.0', { days: 2, locked: '1.2.0' })).toBe('1.2.0')
})

test('a young version replaces a withdrawn one', () => {
  expect(choose(['1.0.0', '1.1.0!', '1.2.0'], '^1.0.0', { days: 2, locked: '1.1.0' })).toBe('1.2.0')
  expect(choose(['1.0.0!', '1.1.0'], '^1.0.0', { days: 2 })).toBe('1.1.0')
})

test.each([
  ['1.2.3', '1.2.3'],
  ['v1.2', '1.2.0'],
  ['01.02.03', '1.2.3'],
  ['2', '2.0.0'],
  ['1.2.3-rc.1+5', '1.2.3-rc.1'],
  ['1.2.3.4', undefined],
  ['1.2b', undefined],
  ['beta', undefined],
  ['99999999999999999999.0.0', undefined],
])('%s is the semantic version %s', (number, version) => {
  expect(semverOf(number)?.version).toBe(version)
})
