import { appendFileSync, cpSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '#test-support/files.ts'
import { contentHash } from '#tools/content-hash.mjs'
import { root } from '#tools/root.mjs'

import { analysisHash, analysisSources } from './rule-revision.ts'

/** `#analysis/…` is the folder of that name, `#platform/…` the one of the server. */
const folderOf = (name: string) => name.replace(/^#platform\//, 'server/platform/').replace(/^#/, '')

/** The files that a file of this project runs, with those of its packages that name their versions. */
function filesOf(path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known
  known.add(path)
  if (path.endsWith('.json')) return known
  const imports = readFileSync(join(root, path), 'utf8').matchAll(
    /^(?:import|export) (?!type )(?:[^']* from )?'(?!node:)([^']+)'$/gm,
  )
  for (const [, name = ''] of imports)
    if (name.startsWith('.')) filesOf(join(dirname(path), name), known)
    else filesOf(name.startsWith('#') ? folderOf(name) : `node_modules/${name}/package.json`, known)
  return known
}

test('the revision of a scan changes with each file and package that a scan of a pack runs', async () => {
  const files = filesOf('server/archives/analyse/interpret-pack.ts')
  // It says when the scan may go on, not what it finds.
  files.delete('server/platform/sandbox/sandbox-program.ts')
  const base = await temporaryFolder()
  for (const path of files) cpSync(join(root, path), join(base, path))
  const unnoticed: string[] = []
  for (const path of files) {
    const before = contentHash(base, analysisSources)
    appendFileSync(join(base, path), ' ')
    if (contentHash(base, analysisSources) === before) unnoticed.push(path)
  }

  expect(files.size).toBeGreaterThan(100)
  expect(unnoticed).toEqual([])
  expect(analysisHash).toBe(contentHash(root, analysisSources).slice(0, 12))
})

test('no file of a scan is named that does not exist, or that no scan runs', () => {
  const files = [...filesOf('server/archives/analyse/interpret-pack.ts')]

  expect(analysisSources.filter((source) => !files.some((path) => path.startsWith(source)))).toEqual([])
})
