import { expect, test } from 'vitest'

import { readNameStyle } from './styled-name.ts'

test('declarations become a style', () => {
  expect(readNameStyle('color: #d8b36a; font-weight: 700;Text-Shadow: 0 0 8px rgba(1, 2, 3, .4);')).toEqual({
    color: '#d8b36a',
    fontWeight: '700',
    textShadow: '0 0 8px rgba(1, 2, 3, .4)',
  })
  expect(
    readNameStyle('background: linear-gradient(90deg, gold, white); -webkit-background-clip: text'),
  ).toEqual({ background: 'linear-gradient(90deg, gold, white)', WebkitBackgroundClip: 'text' })
})

test.each([
  ['nothing', ''],
  ['no style at all', null],
  ['a property off the list', 'position: fixed; display: none; opacity: 0; font-size: 90px; content: "x"'],
  ['an address', 'background: url(https://example.com/a.png)'],
  ['an address in disguise', String.raw`background: \75rl(//example.com)`],
  ['a set of pictures', 'background-image: image-set("a.png" 1x)'],
  ['a way out of the declaration', 'color: red } body { display: none'],
  ['an import', 'color: @import'],
  ['a rule that beats all others', 'color: red !important'],
  ['a comment', 'color: /* */ red'],
  ['a name that objects have by themselves', 'constructor: red; __proto__: red'],
  ['a value without an end', `color: ${'a'.repeat(201)}`],
  ['half a declaration', 'color; : red; color:'],
])('%s styles nothing', (_, css) => expect(readNameStyle(css)).toEqual({}))
