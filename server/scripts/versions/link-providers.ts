import type { RequiredResource } from '#contract/scripts/install.ts'
import type { Db } from '#platform/database/database.ts'

import { selectProviders } from './providers.queries.ts'
import type { Required } from './requirements.rules.ts'

/** Resources that are looked up. */
const namesMax = 500

/** Where the frameworks and libraries that most scripts need are released, for those that no script here has. */
const homes = new Map([
  ['es_extended', 'https://github.com/esx-framework/esx_core'],
  ['ox_core', 'https://github.com/CommunityOx/ox_core'],
  ['ox_inventory', 'https://github.com/CommunityOx/ox_inventory'],
  ['ox_lib', 'https://github.com/CommunityOx/ox_lib'],
  ['ox_target', 'https://github.com/CommunityOx/ox_target'],
  ['oxmysql', 'https://github.com/CommunityOx/oxmysql'],
  ['pma-voice', 'https://github.com/AvarianKnight/pma-voice'],
  ['PolyZone', 'https://github.com/mkafrin/PolyZone'],
  ['qb-core', 'https://github.com/qbcore-framework/qb-core'],
  ['qb-target', 'https://github.com/qbcore-framework/qb-target'],
  ['qbx_core', 'https://github.com/Qbox-project/qbx_core'],
  ['rsg-core', 'https://github.com/Rexshack-RedM/rsg-core'],
  ['screenshot-basic', 'https://github.com/citizenfx/screenshot-basic'],
  ['vorp_core', 'https://github.com/VORPCORE/vorp-core-lua'],
  ['vrp', 'https://github.com/vRP-framework/vRP'],
])

export function homeOf(name: string): string | null {
  return homes.get(name) ?? null
}

/** Adds the scripts that have the required resources, and where else they are. */
export async function linkProviders(db: Db, requires: readonly Required[]): Promise<RequiredResource[]> {
  const names = requires.map(({ name }) => name)
  const providers = await selectProviders(db, names.slice(0, namesMax))
  return requires.map((need) => ({
    ...need,
    script: providers.get(need.name) ?? null,
    home: homeOf(need.name),
  }))
}
