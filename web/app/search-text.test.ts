import { expect, test } from 'vitest'

import { parseSearchText, writeSearchText } from './search-text.ts'

test.each([
  ['nothing', {}, ''],
  ['a plain text', { q: 'hud' }, '?q=hud'],
  ['a text that looks like a number', { q: '007' }, '?q=007'],
  ['signs that mean something in an address', { q: 'a&b=c #1' }, '?q=a%26b%3Dc+%231'],
])('%s goes into an address and comes back', (_, search, text) => {
  expect(writeSearchText(search)).toBe(text)
  expect(parseSearchText(text)).toEqual(search)
})

test('what has no value is not written', () => {
  expect(writeSearchText({ q: undefined, category: '', page: 2 })).toBe('?page=2')
})
