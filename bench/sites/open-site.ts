import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'

import { openDatabase, type DatabaseConfig } from '#platform/database/database.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { migrateDatabase } from '#platform/database/migrate.ts'
import { launchPostgres } from '#postgres-launcher/launch.ts'
import { refreshShortlist } from '#server/scripts/scripts.public.ts'

import { connectionUrl } from '#test-support/database.ts'

import { seedSite } from './seed-site.ts'

/** To be increased when the generated content changes: a site with another version is generated again. */
const version = '6'

export type Site = {
  /** The number of scripts. */
  scripts: number
  /** A DATA_DIR. An app can start on it once the site is closed. */
  folder: string
  databaseUrl: string
  /** The postmaster of the database. */
  pid: number
  client: Client
  close(): Promise<void>
}

/** Opens a site with that many scripts on the embedded database. It is generated once and reused by later runs. */
export async function openSite(root: string, scripts: number, log: (line: string) => void): Promise<Site> {
  const folder = join(root, `site-${scripts}`)
  const versionFile = join(folder, 'bench-form')
  const isGenerated = (await readFile(versionFile, 'utf8').catch(() => '')) === version
  if (!isGenerated) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const server = await launchPostgres(join(folder, 'postgres'))
  const client = new Client(server.connection)
  await client.connect()
  await migrateDatabase(server.connection)
  await migrateJobs(server.connection)
  if (!isGenerated) {
    log(`Generating a site of ${scripts.toLocaleString('en')} scripts in ${folder}`)
    await seedSite(client, scripts)
    await rebuildShortlist(server.connection)
    await writeFile(versionFile, version)
  }
  await undoJobs(client)
  return {
    scripts,
    folder,
    databaseUrl: connectionUrl(server.connection),
    pid: server.pid,
    client,
    async close() {
      await client.end()
      await server.stop()
    },
  }
}

/** The jobs of an earlier run noticed that no archive exists: a page of a script whose archive waits reads the queue. */
async function undoJobs(client: Client): Promise<void> {
  await client.query(`update archive_analyses set state = 'done', priority = 0 where state <> 'done'`)
  await client.query('delete from graphile_worker._private_jobs')
}

/** A job does this in production; the apps of the benchmark run no jobs. */
async function rebuildShortlist(config: DatabaseConfig): Promise<void> {
  const database = openDatabase(config, { connectionsMax: 1 })
  await refreshShortlist(database.db)
  await database.close()
}
