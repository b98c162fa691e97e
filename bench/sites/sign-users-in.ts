import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { startSession } from '#server/accounts/accounts.public.ts'

import type { Site } from './open-site.ts'

/** All apps of the benchmark share it, so that a token of one is valid at the others. */
export const tokenSecret = 'the token secret of the benchmark'

/** Tokens of these users, without the cost of hashing their passwords. */
export async function signUsersIn(site: Site, userIds: readonly number[]): Promise<string[]> {
  const database = openDatabase({ connectionString: site.databaseUrl }, { connectionsMax: 2 })
  const app = { clock: systemClock, secrets: await loadSecrets(tokenSecret, site.folder) }
  const client = { ip: '127.0.0.1', userAgent: 'bench' }
  try {
    const tokens: string[] = []
    for (const id of userIds)
      tokens.push((await startSession(database.db, app, { id, holdsAdminKey: false }, client)).token)
    return tokens
  } finally {
    await database.close()
  }
}

/** Users who may submit scripts. Deletes their uploads, so that runs on the same site do not reach the daily limit. */
export async function findUploaders({ client }: Site, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from users order by id limit $1', [count])
  await client.query(
    `insert into memberships (user_id, group_id)
    select unnest($1::int[]), (select id from groups where name = 'verified') on conflict do nothing`,
    [rows.map(({ id }) => id)],
  )
  const ids = rows.map(({ id }) => id)
  await client.query('delete from uploads where user_id = any($1::int[])', [ids])
  return ids
}
