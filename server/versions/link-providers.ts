import type { RequiredResource } from '#contract/install.ts'
import type { Db } from '#platform/database/database.ts'

import type { Required } from './requirements.rules.ts'
import { selectProviders } from './versions.queries.ts'

/** Resources that are looked up. */
const namesMax = 500

/** Adds the scripts that have the required resources. */
export async function linkProviders(db: Db, requires: readonly Required[]): Promise<RequiredResource[]> {
  const names = requires.map(({ name }) => name)
  const providers = await selectProviders(db, names.slice(0, namesMax))
  return requires.map((need) => ({ ...need, script: providers.get(need.name) ?? null }))
}
