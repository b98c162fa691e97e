import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { loadSecrets } from '#platform/secrets.ts'

import { removeSigningKey, replaceSigningKey } from './site/site.public.ts'
import { withDatabase } from './with-database.ts'

/** Returns a sentence, as `removeKey` does. */
export async function replaceKey(config: Config): Promise<string> {
  const secrets = await loadSecrets(config.tokenSecret, config.dataDir)
  return withDatabase(config, async (db) => {
    const id = await replaceSigningKey({ db, clock: systemClock, secrets })
    return `The site signs with the key ${id} now. Former keys verify until you remove them.`
  })
}

export async function removeKey(config: Config, id: string): Promise<string> {
  const isRemoved = await withDatabase(config, (db) => removeSigningKey({ db }, id))
  return isRemoved ? 'The key is removed.' : 'There is no former key with this id.'
}
