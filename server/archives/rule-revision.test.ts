import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { rulesRevision } from '#contract/archives/rules.ts'

const record = 'server/archives/rule-revision.json'
/** The files that decide about the findings of a pack. */
const sources = globSync([
  'analysis/**/*.ts',
  'contract/archives/manifest/**/*.ts',
  'server/archives/analyse/interpret-pack.ts',
]).filter((path) => !/\.(test|fixture)\.ts$/.test(path))
/** Packages that the sources use. */
const packages = /^import .* from '(?![#.]|node:)([^']+)'$/gm

test('the revision of the rules increases with each change of what a scan finds', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const hash = createHash('sha256')
  for (const path of sources.sort()) {
    const text = readFileSync(path, 'utf8')
    hash.update(`${path}\n${text}\n`)
    for (const [, name = ''] of text.matchAll(packages)) hash.update(`${name} ${dependencies[name]}\n`)
  }
  const current = `{ "rulesRevision": ${rulesRevision}, "sources": "${hash.digest('hex')}" }\n`
  const recorded = readFileSync(record, 'utf8')

  expect(
    recorded,
    `The rules or the evaluator changed since revision ${JSON.parse(recorded).rulesRevision}.
1. Increase rulesRevision in contract/archives/rules.ts, unless this branch did so already: sites scan all archives again only then.
2. Write this line to ${record}:
${current}`,
  ).toBe(current)
})
