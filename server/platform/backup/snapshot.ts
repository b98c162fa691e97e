import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'

import type { DatabaseAddress, Db } from '#platform/database.ts'

export type Snapshots = {
  /** The connection whose transaction is the snapshot. */
  client: Client
  /** The database as it is at this moment, for as long as it takes; ends the one before. */
  begin(): Promise<Db>
  /** Asks the database as it is by now, beside the snapshot. */
  now<T>(ask: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Connections without the time limits of a hub's calls: a copy takes as long as it takes. */
export async function openSnapshots(address: DatabaseAddress): Promise<Snapshots> {
  const [client, beside] = await Promise.all([connectForCopies(address), connectForCopies(address)])
  const db = drizzle(client)
  return {
    client,
    async begin() {
      await client.query('rollback')
      await client.query('begin isolation level repeatable read read only')
      return db
    },
    now: (ask) => ask(drizzle(beside)),
    async close() {
      await Promise.all([client.end(), beside.end()])
    },
  }
}

export async function connectForCopies(address: DatabaseAddress): Promise<Client> {
  const client = new Client({ ...address, application_name: 'scripthaven backup' })
  // What breaks is told by the query that was under way.
  client.on('error', () => undefined)
  await client.connect()
  await client.query("set timezone to 'UTC'; set statement_timeout to 0")
  return client
}
