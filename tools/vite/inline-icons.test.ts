import { readFileSync, globSync } from 'node:fs'

import { expect, test } from 'vitest'

import { iconShapes, importedIcons } from './inline-icons.ts'

const icons = globSync('web/**/*.{ts,tsx}')
  .flatMap((file) => importedIcons(readFileSync(file, 'utf8')))
  .map(([name]) => name)

test.each([...new Set(icons)])('the icon %s has SVG shapes', (name) => {
  const shapes = iconShapes(name)

  expect(shapes.length).toBeGreaterThan(0)
  for (const [tag, props] of shapes) {
    expect(tag).toMatch(/^(path|circle|rect|line|polyline|polygon|ellipse)$/)
    expect(Object.keys(props).length).toBeGreaterThan(0)
  }
})

test('an unknown icon is an error', () => {
  expect(() => iconShapes('Skull2')).toThrow('Lucide has no icon Skull2')
})

test('an icon may be imported under another name', () => {
  expect(importedIcons(`import { Download as DownloadIcon, X } from 'lucide-react'`)).toEqual([
    ['Download', 'DownloadIcon'],
    ['X', 'X'],
  ])
})
