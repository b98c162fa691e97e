import { expect, test } from 'vitest'

import { CategoryDraft, categoryIcons } from '#contract/categories.ts'

import { earlyIcons } from './early-icons.ts'
import { lateIcons } from './late-icons.ts'

test('every icon that a category may have is drawn, each as a picture of its own', () => {
  const drawn = { ...earlyIcons, ...lateIcons }

  expect(Object.keys(drawn).toSorted()).toEqual([...categoryIcons].toSorted())
  expect(new Set(Object.values(drawn)).size).toBe(categoryIcons.length)
})

test.each(['', 'Skull', 'constructor', '<svg>'])('a category cannot have the icon %j', (icon) => {
  const draft = { name: 'Music', description: 'Sounds', color: '#336699', icon }

  expect(CategoryDraft.safeParse(draft).success).toBe(false)
})
