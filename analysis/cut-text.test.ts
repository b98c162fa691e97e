import { expect, test } from 'vitest'

import { excerptOf } from './report/excerpt.ts'
import { cutText, cutToEnd, partOf } from './cut-text.ts'

const text = '😀a😀😀'
const lengths = [0, 1, 2, 3, 4, 5, 6, 7, 8]

test('parts of a text have whole characters', () => {
  expect(lengths.map((max) => cutText(text, max))).toEqual([
    '',
    '',
    '😀',
    '😀a',
    '😀a',
    '😀a😀',
    '😀a😀',
    text,
    text,
  ])
  expect(lengths.map((max) => cutToEnd(text, max))).toEqual([
    '',
    '',
    '😀',
    '😀',
    '😀😀',
    'a😀😀',
    'a😀😀',
    text,
    text,
  ])
  expect(partOf(text, 1, 4)).toBe('a')
})

test.each([0, 1])('the excerpt of a long line has whole characters, %i spaces behind its start', (spaces) => {
  const line = `${' '.repeat(spaces)}${'😀'.repeat(200)}`

  expect(excerptOf(line, 200 + spaces)).toMatch(/^(😀)+$/u)
  expect(excerptOf(line, 201)).toMatch(/^(😀)+$/u)
})
