import { interpolate, wcagContrast } from 'culori'
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'

import { nameThemes, readableNameStyle } from './readable-name-style.ts'

const { light, dark } = nameThemes
const byte = integer({ min: 0, max: 255 })
const color = tuple(byte, byte, byte).map((parts) => `rgb(${parts.join(' ')})`)

test('a style without colors does not change', () => {
  expect(readableNameStyle('')).toBe('')
  expect(readableNameStyle('font-weight: 700; text-transform: uppercase')).toBe(
    'font-weight: 700; text-transform: uppercase',
  )
})

test.each([
  ['a bright color is darker in the light theme', 'color: gold', 'color: light-dark(#775f00, #ffd700)'],
  ['a dark color is lighter in the dark theme', 'color: #000', 'color: light-dark(#000000, #8e8e8e)'],
  [
    'the colors of a background that is clipped to the text are adjusted, its transparent fill is not',
    'background: linear-gradient(to right, gold 10%, white); background-clip: text; color: transparent',
    'background: linear-gradient(to right, light-dark(#775f00, #ffd700) 10%, light-dark(#616161, #ffffff)); background-clip: text; color: transparent',
  ],
  [
    'a text is adjusted to its own background',
    'background: black; color: #333',
    'background: black; color: light-dark(#757575, #757575)',
  ],
  [
    'a text without a color gets one that is readable on its background',
    'background: #222',
    'background: #222; color: light-dark(#8d887f, #f5f0e6)',
  ],
  [
    'a background on which no color is readable is left out',
    'background: linear-gradient(black, white); color: gold',
    'color: light-dark(#775f00, #ffd700)',
  ],
])('%s', (_, css, readable) => expect(readableNameStyle(css)).toBe(readable))

test('the contrast of any color is at least 4.5:1 in both themes', () => {
  assert(
    property(color, (value) => {
      const [onLight, onDark] = colorsOf(readableNameStyle(`color: ${value}`))
      expect(wcagContrast(light.surface, onLight)).toBeGreaterThanOrEqual(4.5)
      expect(wcagContrast(dark.surface, onDark)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 200 },
  )
})

test('the contrast of any gradient is at least 4.5:1 at its stops and between them', () => {
  const gradient = constantFrom('linear-gradient', 'radial-gradient')
  assert(
    property(gradient, array(color, { minLength: 2, maxLength: 5 }), (name, stops) => {
      const css = `background: ${name}(${stops.join(', ')}); background-clip: text; color: transparent`
      const colors = colorsOf(readableNameStyle(css))
      for (const [offset, { surface }] of [light, dark].entries())
        for (let at = offset; at + 2 < colors.length; at += 2)
          for (const part of [0, 0.25, 0.5, 0.75, 1]) {
            const shown = interpolate([colors[at] ?? '', colors[at + 2] ?? ''], 'rgb')(part)
            expect(wcagContrast(surface, shown)).toBeGreaterThanOrEqual(4.49)
          }
    }),
    { numRuns: 30 },
  )
})

function colorsOf(css: string): [string, string, ...string[]] {
  const [first = '', second = '', ...rest] = css.match(/#[\da-f]+/g) ?? []
  return [first, second, ...rest]
}
