import type { Client } from 'pg'

import { onOwnConnection, type Db } from './database.ts'

/**
 * Builds indexes without stopping writes. `indexes` has their names, and what follows `create index … on`. An
 * interrupted build leaves an invalid index, which is built again.
 */
export function createMissingIndexes(db: Db, indexes: Readonly<Record<string, string>>): Promise<void> {
  return onOwnConnection(db, async (client) => {
    for (const [name, definition] of Object.entries(indexes)) await createIndex(client, name, definition)
  })
}

async function createIndex(client: Client, name: string, definition: string): Promise<void> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  )
  if (rows[0]?.isValid) return
  if (rows[0]) await client.query(`drop index concurrently ${name}`)
  await client.query(`create index concurrently ${name} on ${definition}`)
}
