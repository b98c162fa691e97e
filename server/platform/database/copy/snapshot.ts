import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'

import type { DatabaseConfig, Db } from '#platform/database/database.ts'

export type Snapshots = {
  /** The connection of the snapshot transaction. */
  client: Client
  /** Starts a new snapshot and ends the previous one. */
  begin(): Promise<Db>
  /** Queries the current state, outside of the snapshot. */
  now<T>(query: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** How often the database is asked whether it still answers, and how long it has for that, in milliseconds. */
const liveness = { every: 10_000, limit: 30_000 }

/**
 * Connections without statement timeouts, because a copy may take long. Both end when the database has stopped answering, also
 * where the operating system does not notice: a proxy between them answers its probes.
 */
export async function openSnapshots(config: DatabaseConfig): Promise<Snapshots> {
  const [client, current] = await Promise.all([connectForCopies(config), connectForCopies(config)])
  const db = drizzle(client)
  const timer = setInterval(() => {
    const deadline = setTimeout(() => {
      for (const { connection } of [client, current]) connection.stream.destroy()
    }, liveness.limit)
    void current
      .query('select')
      .catch(() => undefined)
      .finally(() => clearTimeout(deadline))
  }, liveness.every)
  return {
    client,
    async begin() {
      await client.query('rollback')
      await client.query('begin isolation level repeatable read read only')
      return db
    },
    now: (query) => query(drizzle(current)),
    async close() {
      clearInterval(timer)
      await Promise.all([client.end(), current.end()])
    },
  }
}

export async function connectForCopies(config: DatabaseConfig): Promise<Client> {
  const client = new Client({
    ...config,
    application_name: 'scripthaven backup',
    // Without a statement timeout only this ends a copy whose database machine no longer answers.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  })
  // The pending query reports a lost connection.
  client.on('error', () => undefined)
  await client.connect()
  await client.query("set timezone to 'UTC'; set statement_timeout to 0")
  return client
}
