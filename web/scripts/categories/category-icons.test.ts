import { expect, test } from 'vitest'

import { CategoryDraft, categoryIcons } from '#contract/scripts/categories.ts'

import { initialIcons } from './CategoryIcon.tsx'
import { lazyIcons } from './lazy-icons.ts'

test('every icon of the contract is drawn, each differently', () => {
  const drawn = { ...initialIcons, ...lazyIcons }

  expect(Object.keys(drawn).toSorted()).toEqual([...categoryIcons].toSorted())
  expect(new Set(Object.values(drawn)).size).toBe(categoryIcons.length)
})

test.each(['', 'Skull', 'constructor', '<svg>'])('the icon %j is rejected', (icon) => {
  const draft = { name: 'Music', description: 'Sounds', color: '#336699', icon }

  expect(CategoryDraft.safeParse(draft).success).toBe(false)
})
