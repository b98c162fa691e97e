import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentHash } from './content-hash.mjs'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'scripthaven-stamps-'))
  mkdirSync(join(base, 'web', 'scripts'), { recursive: true })
  writeFileSync(join(base, 'web', 'main.tsx'), 'main')
  writeFileSync(join(base, 'web', 'scripts', 'Card.tsx'), 'card')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const changes: [string, () => void][] = [
  ['a changed file', () => writeFileSync(join(base, 'web', 'scripts', 'Card.tsx'), 'Card')],
  ['a new file', () => writeFileSync(join(base, 'web', 'scripts', 'List.tsx'), '')],
  ['a renamed file', () => renameSync(join(base, 'web', 'main.tsx'), join(base, 'web', 'start.tsx'))],
  ['a removed file', () => rmSync(join(base, 'web', 'main.tsx'))],
  [
    'text that moved from one file to the next',
    () => {
      writeFileSync(join(base, 'web', 'main.tsx'), 'mainc')
      writeFileSync(join(base, 'web', 'scripts', 'Card.tsx'), 'ard')
    },
  ],
]

test.each(changes)('%s changes the hash', (_, change) => {
  const before = contentHash(base, ['web'])

  change()

  expect(contentHash(base, ['web'])).not.toBe(before)
})

const noChanges: [string, () => void][] = [
  ['the same content written again', () => writeFileSync(join(base, 'web', 'main.tsx'), 'main')],
  ['a test beside the code', () => writeFileSync(join(base, 'web', 'main.test.tsx'), 'test')],
  ['an editor’s hidden file', () => writeFileSync(join(base, 'web', '.main.tsx.swp'), 'draft')],
  ['a file elsewhere', () => writeFileSync(join(base, 'README.md'), 'readme')],
]

test.each(noChanges)('%s does not', (_, change) => {
  const before = contentHash(base, ['web'])

  change()

  expect(contentHash(base, ['web'])).toBe(before)
})

test('a source that does not exist yet is no error', () => {
  expect(contentHash(base, ['web', 'contract'])).toBe(contentHash(base, ['web']))
})
