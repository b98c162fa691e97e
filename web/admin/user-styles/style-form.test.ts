import { expect, test } from 'vitest'

import { shownCss, styleBody } from './style-form.ts'

const form = {
  name: 'Gold',
  description: '',
  css_properties: 'color: gold',
  font_family: 'default',
  is_active: true,
  priority: '5',
} as const

test.each([
  ['12', 12],
  ['', 0],
  ['first', 0],
])('a priority of "%s" is %i', (priority, number) =>
  expect(styleBody({ ...form, priority }).priority).toBe(number),
)

test('a chosen font comes before the declarations, which may name another one', () => {
  expect(shownCss(form)).toBe('color: gold')
  expect(shownCss({ ...form, font_family: 'Conthrax' })).toBe('font-family: "Conthrax"; color: gold')
})
