import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

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

/** A file that only moved has the same digest: of a path and of imports inside the project, the file name counts. */
function digestOf(path: string, versions: Readonly<Record<string, string>>): string {
  const text = readFileSync(path, 'utf8')
  const used = [...text.matchAll(packages)].map(([, name = '']) => `${name} ${versions[name]}`)
  const withoutFolders = text.replaceAll(/ from '[#.][^']*\/([^'/]+)'$/gm, " from '$1'")
  return createHash('sha256')
    .update([basename(path), withoutFolders, ...used].join('\n'))
    .digest('hex')
}

test('the revision of the rules increases with each change of what a scan finds', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const hash = createHash('sha256')
  for (const line of sources.map((path) => digestOf(path, dependencies)).sort()) hash.update(`${line}\n`)
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
