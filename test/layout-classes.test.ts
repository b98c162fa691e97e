import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const read = (files: string) => globSync(files).map((file) => readFileSync(file, 'utf8'))
const classesIn = (css: string) => [...css.matchAll(/\.([a-z][a-z\d-]*)/g)].map(([, name = '']) => name)
const layout = new Set(read('web/ui/layout.css').flatMap(classesIn))
const elements = read('web/**/*.tsx')

test('every class that an element names in words exists', () => {
  const known = new Set([...read('web/ui/*.css').flatMap(classesIn), 'lucide', 'app'])
  const literals = elements.flatMap((text) => [
    ...[...text.matchAll(/className="([^"]*)"/g)].map(([, names = '']) => names),
    ...[...text.matchAll(/className=\{`([^`]*)`\}/g)].map(([, names = '']) =>
      names.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, ' '),
    ),
  ])
  const names = new Set(literals.flatMap((text) => text.split(/\s+/)).filter(Boolean))

  expect(names.size).toBeGreaterThan(60)
  expect([...names].filter((name) => !known.has(name))).toEqual([])
})

test('every layout class is used', () => {
  const words = new Set(elements.flatMap((text) => text.split(/[\s"'`}]+/)))

  expect(layout.size).toBeGreaterThan(60)
  expect([...layout].filter((name) => !words.has(name))).toEqual([])
})
