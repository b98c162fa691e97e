import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database.ts'
import { openSecrets } from '#platform/secrets.ts'
import { openSession } from '#server/sessions/sessions.public.ts'

import type { Site } from './open-site.ts'

/** Hubs of a bench share it, so that a token of one is good at the others. */
export const tokenSecret = 'the secret of hubs that only measure'

/** Tokens of these people, without the cost of their passwords. */
export async function signPeopleIn(site: Site, userIds: readonly number[]): Promise<string[]> {
  const database = openDatabase({ connectionString: site.databaseUrl }, { connectionsMax: 2 })
  const tools = { clock: systemClock, secrets: await openSecrets(tokenSecret, site.folder) }
  const client = { ip: '127.0.0.1', userAgent: 'bench' }
  try {
    const tokens: string[] = []
    for (const id of userIds)
      tokens.push((await openSession(database.db, tools, { id, holdsAdminKey: false }, client)).token)
    return tokens
  } finally {
    await database.close()
  }
}

/** People who may submit scripts, and have sent nothing today: runs on a kept site would meet their own bound of a day. */
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
