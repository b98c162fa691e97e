import { array, assert, constantFrom, property as holds, string } from 'fast-check'
import { expect, test } from 'vitest'

import { nameStyleProperties } from '#contract/name-style.ts'

import { shownStyle, styleProblem } from './name-style.rules.ts'

const plain = (css: string) => ({ css, font: 'default' })

test.each([
  'color: #d8b36a',
  'color: rgb(1 2 3 / 50%);',
  'COLOR: oklch(0.7 0.1 200)',
  'color: gold; font-weight: 700; font-style: italic; text-transform: uppercase',
  'text-shadow: 0 0 5px #fff, 0 0 20px rgba(230, 0, 115, .5)',
  'background: linear-gradient(90deg, gold, white); -webkit-background-clip: text; -webkit-text-fill-color: transparent',
  'background-image: conic-gradient(from 45deg, red, blue); background-clip: text; color: transparent; background-size: 200% auto',
  'letter-spacing: 0.1em; font-variant: small-caps; -webkit-text-stroke: 1px black',
  'text-decoration: underline wavy red 2px',
  'font-family: "Ice Kingdom", sans-serif',
])('%s styles a name', (css) => expect(styleProblem(css)).toBeUndefined())

test.each([
  ['braces', 'color: red } body { display: none'],
  ['an address', 'background: url(https://example.com/a.png)'],
  ['a quoted address', 'background-image: url("//example.com/a.png")'],
  ['an address in disguise', String.raw`background: \75rl(//example.com)`],
  ['a set of pictures', 'background-image: image-set("a.png" 1x)'],
  ['another element’s picture', 'background: element(#x)'],
  ['a crossfade', 'background: cross-fade(url(a), red)'],
  ['an import', '@import "https://example.com"'],
  ['an import as a value', 'color: @import'],
  ['an expression', 'color: expression(alert(1))'],
  ['a comment', 'color: re/**/d'],
  ['an escape', String.raw`color: \72 ed`],
  ['a rule that beats all others', 'color: red !important'],
  ['a position', 'position: fixed'],
  ['a place', 'top: 0'],
  ['a way to hide', 'opacity: 0'],
  ['another way to hide', 'display: none'],
  ['a filter', 'filter: blur(90px)'],
  ['a transformation', 'transform: scale(99)'],
  ['content', 'content: "admin"'],
  ['a binding', '-moz-binding: url(x)'],
  ['a behaviour', 'behavior: url(x)'],
  ['a variable', 'color: var(--secret)'],
  ['a property of its own', '--secret: red'],
  ['an attribute', 'color: attr(href)'],
  ['arithmetic', 'letter-spacing: calc(9px * 9)'],
  ['markup', '</style><script>alert(1)</script>'],
  ['markup in a value', 'color: red</style>'],
  ['a large size', 'font-size: 90px'],
  ['a wide shadow', 'text-shadow: 0 0 25px red'],
  ['a shadow far away', 'text-shadow: -9999px 0 red'],
  ['a shadow in powers of ten', 'text-shadow: 0 0 1e9px red'],
  ['letters far apart', 'letter-spacing: 9px'],
  ['letters on top of each other', 'letter-spacing: -1em'],
  ['letters as far as the window', 'letter-spacing: 100vw'],
  ['letters apart by percent', 'letter-spacing: 400%'],
  ['a thick outline', '-webkit-text-stroke: 4px red'],
  ['a thick line', 'text-decoration: underline 40px red'],
  ['half a declaration', 'color'],
  ['no value', 'color:'],
  ['a value of another property', 'color: bold'],
  ['an unseen character', 'color: \u200Bred'],
  ['a font off the list', 'font-family: "Comic Sans MS"'],
  ['a value without an end', `font-family: ${'a '.repeat(101)}`],
  ['unseen letters', 'color: transparent'],
  ['nearly unseen letters', 'color: rgb(0 0 0 / 10%)'],
  ['nearly unseen letters in short', '-webkit-text-fill-color: #0001'],
  ['unseen letters before nothing', 'color: transparent; background: none; background-clip: text'],
  [
    'unseen letters before something unseen',
    'color: transparent; background: linear-gradient(transparent, #0000); background-clip: text',
  ],
  [
    'unseen letters before a clip that is taken back',
    'color: transparent; background-clip: text; background: linear-gradient(red, blue)',
  ],
])('%s does not, and the message names the declaration', (_, css) => {
  const problem = styleProblem(`font-weight: 700; ${css}; text-transform: uppercase`)

  expect(problem).toContain(' is not allowed: ')
  expect(css).toContain(
    /^"(.*?)" is not allowed/s
      .exec(problem ?? '')?.[1]
      ?.split(':')[0]
      ?.trim(),
  )
  expect(shownStyle([plain(css)])).not.toMatch(/url|import|expression|position|<|\\|@|!|--|9999|transparent/i)
})

test('too many declarations are refused, and none', () => {
  expect(styleProblem('color: red;'.repeat(21))).toBe('At most 20 declarations')
  expect(styleProblem(' ; ;')).toBe('CSS properties are required')
})

test('of several styles the first one has its way, and the others add what it leaves open', () => {
  expect(
    shownStyle([
      { css: 'color: red', font: '61' },
      { css: 'color: blue; font-weight: 700', font: 'Valorant' },
    ]),
  ).toBe('color: red; font-family: "61"; font-weight: 700')
})

test('styles that hide a name together do not join', () => {
  const clipped =
    'background: linear-gradient(red, blue); background-clip: text; -webkit-text-fill-color: transparent'

  expect(shownStyle([plain('background-image: none'), plain(clipped)])).toBe('background-image: none')
})

test('no style is no text, and an unknown font is none', () => {
  expect(shownStyle([])).toBe('')
  expect(shownStyle([{ css: 'color: red', font: 'x"; position: fixed' }])).toBe('color: red')
})

test('whatever is stored, what is shown says nothing but allowed properties in plain values', () => {
  const property = constantFrom(...nameStyleProperties, 'position', 'content', '--x', '')
  const words =
    'red url( ) " /* */ \\ } { @ !important , 12px 1e9em linear-gradient(red,blue) text transparent expression(1) var(--x) < :'
  const word = constantFrom(...words.split(' '), '\u0000')
  const value = array(word, { maxLength: 6 })
  const anything = array(property.chain((name) => value.map((said) => `${name}: ${said.join(' ')}`)))

  assert(
    holds(anything, string(), (declarations, noise) => {
      const shown = shownStyle([plain(`${declarations.join(';')}${noise}`)])
      for (const piece of shown === '' ? [] : shown.split('; ')) {
        const [name = '', said = ''] = piece.split(': ')
        expect(nameStyleProperties).toContain(name)
        expect(said).not.toMatch(/[\\{}@!<>;:*]|url|expression|var\(|1e9/)
      }
      expect(shownStyle([plain(shown)])).toBe(shown)
    }),
    { numRuns: 500 },
  )
})
