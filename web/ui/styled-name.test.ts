import { expect, test } from 'vitest'

import { readNameStyle } from './StyledName.tsx'

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
  ['an empty text', ''],
  ['null', null],
  [
    'a property that is not allowed',
    'position: fixed; display: none; opacity: 0; font-size: 90px; content: "x"',
  ],
  ['a url()', 'background: url(https://example.com/a.png)'],
  ['an escaped url()', String.raw`background: \75rl(//example.com)`],
  ['an image-set()', 'background-image: image-set("a.png" 1x)'],
  ['a closed block', 'color: red } body { display: none'],
  ['an @import', 'color: @import'],
  ['!important', 'color: red !important'],
  ['a comment', 'color: /* */ red'],
  ['a property of Object.prototype', 'constructor: red; __proto__: red'],
  ['a value that is too long', `color: ${'a'.repeat(2001)}`],
  ['an incomplete declaration', 'color; : red; color:'],
])('%s styles nothing', (_, css) => expect(readNameStyle(css)).toEqual({}))
