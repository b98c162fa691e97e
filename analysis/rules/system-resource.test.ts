import { expect, test } from 'vitest'

import { partsOfServer } from '#analysis/report/known-files.ts'
import { systemResource } from './system-resource.ts'

const resource = (name: string) => ({
  path: name,
  name,
  manifest: `${name}/fxmanifest.lua`,
  page: null,
  loadscreen: null,
  dependencies: [],
  libraries: [],
  problems: [],
})
const names = ['chat', 'hardcap', 'spawnmanager', 'shop']

test.each([
  ['only by their names', [], 'medium'],
  ['with one unchanged part of a server', ['hardcap'], 'medium'],
  ['with itself and another', ['chat', 'hardcap'], 'medium'],
  ['with others that are no parts of it', ['hardcap', 'shop'], 'medium'],
  ['with two unchanged parts', ['hardcap', 'spawnmanager'], 'low'],
])('a changed part of a server is in a server %s: %j', (_, serverParts, severity) => {
  const context = { names, serverParts, isParsed: true, isUnchanged: false }

  expect(systemResource.onResource?.(resource('chat'), context)).toMatchObject({ severity })
})

test('a part of a server has files of its project and no others', () => {
  const code = ['hardcap/fxmanifest.lua', 'hardcap/client.lua'].map((path) => ({ path, resource: 'hardcap' }))
  const partsWith = (files: [string, string][]) => partsOfServer([resource('hardcap')], code, new Map(files))

  expect(partsWith([['hardcap/client.lua', 'cfx-server-data 0e7ba538339f']])).toEqual(['hardcap'])
  expect(partsWith([['hardcap/client.lua', 'jQuery 3.7.1']])).toEqual([])
  expect(partsWith([])).toEqual([])
})
