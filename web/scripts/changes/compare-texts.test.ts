import { expect, test } from 'vitest'
import { compareTexts, differenceOf, foldLines, pairLines } from './compare-texts.ts'

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n')
const marks = { same: ' ', added: '+', removed: '-' }
const shown = (before: string, after: string) =>
  compareTexts(before, after)?.map(({ change, text }) => `${marks[change]}${text}`)

test('lines are equal, added and removed, with their numbers in both texts', () => {
  expect(shown('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
  expect(compareTexts('a\nb', 'b')).toEqual([
    { change: 'removed', before: 1, after: null, text: 'a' },
    { change: 'same', before: 2, after: 1, text: 'b' },
  ])
})

test('an empty text has no lines', () => {
  expect(shown('', 'a\nb')).toEqual(['+a', '+b'])
  expect(shown('a', '')).toEqual(['-a'])
  expect(compareTexts('', '')).toEqual([])
})

test('two long texts with nothing in common are given up in time', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join('\n'),
  )
  const begin = performance.now()

  expect(compareTexts(before ?? '', after ?? '')).toBeUndefined()
  expect(performance.now() - begin).toBeLessThan(60_000)
})

test('equal lines are folded but for three around each change', () => {
  const before = numbered(1, 30)
  const parts = foldLines(compareTexts(before, before.replace('line 15', 'new')) ?? [])

  expect(parts.map(({ isFolded, lines }) => [isFolded, lines.length])).toEqual([
    [true, 11],
    [false, 8],
    [true, 12],
  ])
})

test('a few equal lines between two changes are not folded', () => {
  const before = numbered(1, 12)
  const after = before.replace('line 1\n', 'x\n').replace('line 11', 'y')

  expect(foldLines(compareTexts(before, after) ?? [])).toHaveLength(1)
})

test('removed lines are beside the added ones', () => {
  const rows = pairLines(compareTexts('a\nb\nc\nd', 'a\nx\nd') ?? [])

  expect(rows.map(({ before, after }) => [before?.text, after?.text])).toEqual([
    ['a', 'a'],
    ['b', 'x'],
    ['c', undefined],
    ['d', 'd'],
  ])
})

test('the different middle of two similar lines is found', () => {
  expect(differenceOf("url = 'a.example'", "url = 'b.example'")).toEqual({ before: [7, 8], after: [7, 8] })
  expect(differenceOf('aaa', 'aaaa')).toEqual({ before: [3, 3], after: [3, 4] })
  expect(differenceOf('print(1)', 'return {}')).toBeUndefined()
})
