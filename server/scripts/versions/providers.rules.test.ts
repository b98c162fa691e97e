import { expect, test } from 'vitest'

import { homeOf } from './providers.queries.ts'

test.each([
  ['es_extended', 'https://github.com/esx-framework/esx_core'],
  ['qb-core', 'https://github.com/qbcore-framework/qb-core'],
  ['qbx_core', 'https://github.com/Qbox-project/qbx_core'],
  ['ox_core', 'https://github.com/CommunityOx/ox_core'],
  ['ox_lib', 'https://github.com/CommunityOx/ox_lib'],
  ['ox_inventory', 'https://github.com/CommunityOx/ox_inventory'],
  ['ox_target', 'https://github.com/CommunityOx/ox_target'],
  ['oxmysql', 'https://github.com/CommunityOx/oxmysql'],
  ['qb-target', 'https://github.com/qbcore-framework/qb-target'],
  ['PolyZone', 'https://github.com/mkafrin/PolyZone'],
])('the usual home of %s is %s', (name, home) => {
  expect(homeOf(name)).toBe(home)
})

test('a resource that is not widely known has no usual home', () => {
  expect(homeOf('constructor')).toBeNull()
})
