import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'

import { openDatabase, type DatabaseAddress } from '#platform/database.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { migrateDatabase } from '#platform/migrate.ts'
import { launchPostgres } from '#platform/postgres/launch.ts'
import { reckonHeads } from '#server/scripts/scripts.public.ts'

import { seedSite } from './seed-site.ts'

/** Raised when the made-up content changes: a site of an older form is made anew. */
const form = '1'

export type Site = {
  /** How many scripts it has. */
  scripts: number
  /** A DATA_DIR: a hub can be started on it once this site is closed. */
  folder: string
  databaseUrl: string
  /** The database server, whose processes are its children. */
  pid: number
  client: Client
  close(): Promise<void>
}

/** A site of that many scripts on the embedded database, in a folder that is kept: it is filled only once. */
export async function openSite(root: string, scripts: number, say: (line: string) => void): Promise<Site> {
  const folder = join(root, `site-${scripts}`)
  const mark = join(folder, 'bench-form')
  const isFilled = (await readFile(mark, 'utf8').catch(() => '')) === form
  if (!isFilled) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const server = await launchPostgres(join(folder, 'postgres'))
  const client = new Client(server.connection)
  await client.connect()
  await migrateDatabase(server.connection)
  await migrateJobs(server.connection)
  if (!isFilled) {
    say(`Filling a site of ${scripts.toLocaleString('en')} scripts; it is kept in ${folder}`)
    await seedSite(client, scripts)
    await reckon(server.connection)
    await writeFile(mark, form)
  }
  const { user, host, port, database } = server.connection
  return {
    scripts,
    folder,
    databaseUrl: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    pid: server.pid,
    client,
    async close() {
      await client.end()
      await server.stop()
    },
  }
}

/** What a job of the hub does from time to time; hubs of a bench have none. */
async function reckon(address: DatabaseAddress): Promise<void> {
  const database = openDatabase(address, { connectionsMax: 1 })
  await reckonHeads(database.db)
  await database.close()
}
