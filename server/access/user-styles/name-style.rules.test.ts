import { readFileSync } from 'node:fs'

import { array, assert, constantFrom, property as holds, string } from 'fast-check'
import { expect, test } from 'vitest'

import { nameStyleProperties } from '#contract/access/name-style.ts'
import { nameThemes } from '#contract/access/readable-name-style.ts'

import { nameStyle, styleCss, styleProblem } from './name-style.rules.ts'

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
  ['a URL', 'background: url(https://example.com/a.png)'],
  ['a quoted URL', 'background-image: url("//example.com/a.png")'],
  ['an escaped URL', String.raw`background: \75rl(//example.com)`],
  ['an image set', 'background-image: image-set("a.png" 1x)'],
  ['an image of another element', 'background: element(#x)'],
  ['a crossfade', 'background: cross-fade(url(a), red)'],
  ['an import', '@import "https://example.com"'],
  ['an import as a value', 'color: @import'],
  ['an expression', 'color: expression(alert(1))'],
  ['a comment', 'color: re/**/d'],
  ['an escape', String.raw`color: \72 ed`],
  ['!important', 'color: red !important'],
  ['a position', 'position: fixed'],
  ['an offset', 'top: 0'],
  ['a way to hide', 'opacity: 0'],
  ['another way to hide', 'display: none'],
  ['a filter', 'filter: blur(90px)'],
  ['a transformation', 'transform: scale(99)'],
  ['content', 'content: "admin"'],
  ['a binding', '-moz-binding: url(x)'],
  ['a behaviour', 'behavior: url(x)'],
  ['a variable', 'color: var(--secret)'],
  ['a custom property', '--secret: red'],
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
  ['letters apart by viewport units', 'letter-spacing: 100vw'],
  ['letters apart by percent', 'letter-spacing: 400%'],
  ['a thick outline', '-webkit-text-stroke: 4px red'],
  ['a thick line', 'text-decoration: underline 40px red'],
  ['half a declaration', 'color'],
  ['no value', 'color:'],
  ['a value of another property', 'color: bold'],
  ['an invisible character', 'color: \u200Bred'],
  ['an unknown font', 'font-family: "Comic Sans MS"'],
  ['a value that is too long', `font-family: ${'a '.repeat(101)}`],
  ['transparent text', 'color: transparent'],
  ['nearly transparent text', 'color: rgb(0 0 0 / 10%)'],
  ['nearly transparent text as a short hash', '-webkit-text-fill-color: #0001'],
  ['transparent text without a background', 'color: transparent; background: none; background-clip: text'],
  [
    'transparent text on a transparent background',
    'color: transparent; background: linear-gradient(transparent, #0000); background-clip: text',
  ],
  [
    'transparent text with a reset clip',
    'color: transparent; background-clip: text; background: linear-gradient(red, blue)',
  ],
])('%s is rejected, and the message names the declaration', (_, css) => {
  const problem = styleProblem(`font-weight: 700; ${css}; text-transform: uppercase`)

  expect(problem).toContain(' is not allowed: ')
  expect(css).toContain(
    /^"(.*?)" is not allowed/s
      .exec(problem ?? '')?.[1]
      ?.split(':')[0]
      ?.trim(),
  )
  expect(styleCss([plain(css)])).not.toMatch(/url|import|expression|position|<|\\|@|!|--|9999|transparent/i)
})

test('too many and no declarations are rejected', () => {
  expect(styleProblem('color: red;'.repeat(21))).toBe('At most 20 declarations')
  expect(styleProblem(' ; ;')).toBe('CSS properties are required')
})

test('the first of several styles has precedence, and others add missing properties', () => {
  expect(
    styleCss([
      { css: 'color: red', font: '61' },
      { css: 'color: blue; font-weight: 700', font: 'Valorant' },
    ]),
  ).toBe('color: red; font-family: "61"; font-weight: 700')
})

test('styles that together hide the name are not combined', () => {
  const clipped =
    'background: linear-gradient(red, blue); background-clip: text; -webkit-text-fill-color: transparent'

  expect(styleCss([plain('background-image: none'), plain(clipped)])).toBe('background-image: none')
})

test('a name is shown with colors for both themes', () => {
  const gold = plain('color: gold')
  expect(nameStyle([], gold)).toBe('color: light-dark(#775f00, #ffd700)')
  expect(nameStyle([plain('color: black')], gold)).toBe('color: light-dark(#000000, #8e8e8e)')
})

test('the readable colors refer to the surfaces and text colors of the web app', () => {
  const css = readFileSync('web/ui/tokens.css', 'utf8')
  const { dark, light } = nameThemes

  expect(css).toContain(`--surface-3: light-dark(${light.surface}, ${dark.surface});`)
  expect(css).toContain(`--text: light-dark(${light.text}, ${dark.text});`)
})

test('no style gives empty CSS, and an unknown font is ignored', () => {
  expect(styleCss([])).toBe('')
  expect(styleCss([{ css: 'color: red', font: 'x"; position: fixed' }])).toBe('color: red')
})

test('the CSS of any stored style contains only allowed properties and values', () => {
  const property = constantFrom(...nameStyleProperties, 'position', 'content', '--x', '')
  const fragments =
    'red url( ) " /* */ \\ } { @ !important , 12px 1e9em linear-gradient(red,blue) text transparent expression(1) var(--x) < :'
  const word = constantFrom(...fragments.split(' '), '\u0000')
  const words = array(word, { maxLength: 6 })
  const anything = array(property.chain((name) => words.map((parts) => `${name}: ${parts.join(' ')}`)))

  assert(
    holds(anything, string(), (declarations, noise) => {
      const result = styleCss([plain(`${declarations.join(';')}${noise}`)])
      for (const declaration of result === '' ? [] : result.split('; ')) {
        const [name = '', value = ''] = declaration.split(': ')
        expect(nameStyleProperties).toContain(name)
        expect(value).not.toMatch(/[\\{}@!<>;:*]|url|expression|var\(|1e9/)
      }
      expect(styleCss([plain(result)])).toBe(result)
    }),
    { numRuns: 500 },
  )
})
