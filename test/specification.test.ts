import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { isInItsFile, readShown, type Shown } from './shown-tests.ts'

type Row = { document: string; statement: string; builtIn: string[]; shownBy: Shown[]; state: string }

const text = readFileSync('docs/specification.md', 'utf8')
const rows = readRows(text)

test('every statement has one of four states and the evidence that it needs', () => {
  const wrong = rows.filter(({ builtIn, shownBy, state }) => {
    if (state === 'built+tested') return builtIn.length === 0 || shownBy.length === 0
    if (state === 'built') return builtIn.length === 0 || shownBy.length > 0
    if (state === 'open') return builtIn.length > 0
    return !/^otherwise \(.+\)$/.test(state) || builtIn.length === 0
  })

  expect(rows.length).toBeGreaterThan(200)
  expect(wrong.map(({ statement }) => statement)).toEqual([])
})

test('every file and folder in the table exists', () => {
  const named = rows.flatMap(({ builtIn, shownBy }) => [...builtIn, ...shownBy.map(({ file }) => file)])

  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([])
})

test('every title in the table exists in its test file', () => {
  const missing = rows.flatMap(({ shownBy }) => shownBy).filter((shown) => !isInItsFile(shown))

  expect(missing).toEqual([])
})

test('the counts at the top are those of the table', () => {
  for (const [, document = '', ...counts] of text.matchAll(
    /^\| (public-site|back-office)\.md \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm,
  )) {
    const states = rows.filter((row) => row.document === document).map(({ state }) => state.split(' ')[0])
    const count = (wanted: string) => states.filter((state) => state === wanted).length
    expect([document, ...counts.map(Number)]).toEqual([
      document,
      states.length,
      count('built+tested'),
      count('built'),
      count('open'),
      count('otherwise'),
    ])
  }
})

function readRows(markdown: string): Row[] {
  let document = ''
  const found: Row[] = []
  for (const line of markdown.split('\n')) {
    document = /^## (.+)\.md$/.exec(line)?.[1] ?? document
    if (!document || !/^\| (?!statement )/.test(line)) continue
    const [statement = '', builtIn = '', shownBy = '', state = ''] = line
      .slice(2, -2)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    found.push({
      document,
      statement,
      builtIn: [...builtIn.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
      shownBy: readShown(shownBy),
      state,
    })
  }
  return found
}
