import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { CategoryIcon } from './CategoryIcon.tsx'
import { lazyIcons } from './lazy-icons.ts'

test.each([
  ['Package', 'package'],
  ['Map', 'map'],
  ['Shirt', 'shirt'],
  ['Car', 'car'],
  ['Zap', 'zap'],
  ['Briefcase', 'briefcase'],
  ['Home', 'house'],
  ['Grid', 'grid-3x3'],
  ['Unknown', 'package'],
  [undefined, 'package'],
])('the icon %s is drawn as %s', (name, drawn) => {
  expect(renderToStaticMarkup(<CategoryIcon name={name} />)).toMatch(new RegExp(`lucide-${drawn}[ "]`))
})

test.each([
  ['Search', 'search'],
  ['Filter', 'funnel'],
  ['Download', 'download'],
  ['Eye', 'eye'],
  ['Clock', 'clock'],
  ['SlidersHorizontal', 'sliders-horizontal'],
  ['ChevronLeft', 'chevron-left'],
  ['ChevronRight', 'chevron-right'],
] as const)('the icon %s is drawn as %s after the first load', (name, drawn) => {
  const Icon = lazyIcons[name]
  expect(renderToStaticMarkup(<Icon />)).toMatch(new RegExp(`lucide-${drawn}[ "]`))
})
