import { sql } from 'drizzle-orm'

import { queryRaw, type Db } from '#platform/database/database.ts'
import type { RequiredResource } from '#contract/scripts/install.ts'

import type { Required } from './requirements.rules.ts'

/** A name that more scripts have is looked for among the most downloaded scripts of the site, too. */
const allMax = 200
const popularMax = 500

const inOrder = 'from script_resources where name = n.resource order by script_id'
/** The scripts among which the most downloaded ones with the resource `n.resource` are. */
const candidates = `(
  (select script_id ${inOrder} limit ${allMax})
  union all
  select popular.id from (
    select id from scripts where publication = 'published'
    order by downloads desc nulls first, id desc nulls first limit ${popularMax}) popular
  where exists (select ${inOrder} offset ${allMax})
    and popular.id >= (select script_id ${inOrder} offset ${allMax} limit 1)
    and exists (select from script_resources where name = n.resource and script_id = popular.id offset 0)
) candidates`

export type Provider = { resource: string; id: number; name: string; author: string; downloads: number }

const providersOf = {
  name: 'providers_of_resources',
  text: `
    select n.resource, p.id, p.name, u.username as author, p.downloads from unnest($1::text[]) as n(resource)
    cross join lateral (
      select s.id, s.name, s.user_id, s.downloads
      from ${candidates}
      join scripts s on s.id = candidates.script_id and s.publication = 'published'
      order by s.downloads desc, s.id limit $2) p
    join users u on u.id = p.user_id
    order by n.resource, p.downloads desc, p.id`,
}

/** The published scripts whose current versions have resources of these names, most downloaded first. */
export async function selectProvidersOf(
  db: Db,
  names: readonly string[],
  limit: number,
): Promise<Provider[]> {
  if (names.length === 0) return []
  return queryRaw<Provider>(db, { ...providersOf, values: [names, limit] })
}

/** For each name the most downloaded published script that has a resource of this name. */
export async function selectProviders(
  db: Db,
  names: readonly string[],
): Promise<Map<string, { id: number; name: string }>> {
  if (names.length === 0) return new Map()
  const { rows } = await db.execute<{ resource: string; id: number; name: string }>(sql`
    select n.resource, p.id, p.name from unnest(${sql.param([...names])}::text[]) as n(resource)
    cross join lateral (
      select s.id, s.name from ${sql.raw(candidates)}
      join scripts s on s.id = candidates.script_id and s.publication = 'published'
      order by s.downloads desc, s.id limit 1) p`)
  return new Map(rows.map(({ resource, id, name }) => [resource, { id, name }]))
}

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
