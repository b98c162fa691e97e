import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { analysisHash, analysisSources } from './rule-revision.ts'

test('the revision of a scan changes with the packages that the analysis uses', () => {
  const files = globSync('{analysis,contract/archives/manifest}/**/*.ts').filter(
    (path) => !/\.(test|fixture)\.ts$/.test(path),
  )
  const packages = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^(?:import|export) .* from '(?![#.]|node:)([^']+)'$/gm)].map(
      ([, name = '']) => `node_modules/${name}/package.json`,
    ),
  )

  expect(new Set(packages)).toEqual(new Set(analysisSources.filter((path) => path.includes('node_modules'))))
  expect(analysisHash).toMatch(/^[\da-f]{12}$/)
})
