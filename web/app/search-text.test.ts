import { expect, test } from 'vitest'

import { parseSearchText, writeSearchText } from './search-text.ts'

test.each([
  ['no parameters', {}, ''],
  ['a plain text', { q: 'hud' }, '?q=hud'],
  ['a text that looks like a number', { q: '007' }, '?q=007'],
  ['characters with a meaning in a URL', { q: 'a&b=c #1' }, '?q=a%26b%3Dc+%231'],
])('a search with %s survives a round trip through the URL', (_, search, text) => {
  expect(writeSearchText(search)).toBe(text)
  expect(parseSearchText(text)).toEqual(search)
})

test('parameters without a value are not written', () => {
  expect(writeSearchText({ q: undefined, category: '', page: 2 })).toBe('?page=2')
})
