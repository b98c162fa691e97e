import { expect, test } from 'vitest'

import { styleDeclarations } from './NamePreview.tsx'
import { styleBody } from './StyleDialog.tsx'

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

test('a chosen font precedes the CSS properties, which may set another one', () => {
  const gold = 'light-dark(#775f00, #ffd700)'
  expect(styleDeclarations(form)).toBe(`color: ${gold}`)
  expect(styleDeclarations({ ...form, font_family: 'Conthrax' })).toBe(
    `font-family: "Conthrax"; color: ${gold}`,
  )
})
