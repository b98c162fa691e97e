import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

const read = (files: string) => globSync(files).map((file) => readFileSync(file, 'utf8'))
const classesIn = (css: string) => [...css.matchAll(/\.([a-z][a-z\d-]*)/g)].map(([, name = '']) => name)
const layout = new Set(read('web/ui/{layout,parts}.css').flatMap(classesIn))
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

test('every class of a stylesheet that an element uses is in that stylesheet', () => {
  const missing = globSync('web/**/*.tsx').flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/import (\w+) from '((?:#web|\.)[^']*\.module\.css)'/g)].flatMap(
      ([, name = '', path = '']) => {
        const sheet = path.startsWith('#') ? path.slice(1) : join(dirname(file), path)
        const known = new Set(
          [...readFileSync(sheet, 'utf8').matchAll(/\.([a-zA-Z]\w*)/g)].map(([, each = '']) => each),
        )
        const used = text.matchAll(new RegExp(`(?<![\\w.'/-])${name}\\.(\\w+)`, 'g'))
        return [...used].flatMap(([, each = '']) => (known.has(each) ? [] : [`${file}: ${each}`]))
      },
    )
  })

  expect(missing).toEqual([])
})

test('every element with columns of its own says which', () => {
  const tags = elements.flatMap((text) => [
    ...text.matchAll(/<\w+\s[^<]*?className=[^\n]*\bcols\b(?!-)[^<]*/g),
  ])
  const missing = tags.map(([tag]) => tag).filter((tag) => !tag.includes("'--cols'"))

  expect(tags.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})

test('the first import of the app is the stylesheet with the order of the layers', () => {
  const [first] = /import .*/.exec(readFileSync('web/main.tsx', 'utf8')) ?? []
  expect(first).toBe("import './ui/base.css'")
  expect(readFileSync('web/ui/base.css', 'utf8')).toMatch(
    /^(\/\*.*\*\/\s*)?@layer reset, tokens, base, ui, layout;/,
  )
})
