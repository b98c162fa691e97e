import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import type { TestProject } from 'vitest/node'

import type { DatabaseConfig } from '#platform/database/database.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { migrateDatabase } from '#platform/database/migrate.ts'
import { launchPostgres } from '#postgres-launcher/launch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    database: DatabaseConfig
  }
}

/** The migrated database that each test file copies. */
const templateDatabase = 'scripthaven_template'

/** Starts a database server for one run of the tests, with the template in it. The result stops it. */
export async function startTestDatabase(
  project: TestProject,
  options: { binaries?: string | undefined; tcpPort?: number },
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-tests-'))
  await chmod(folder, 0o755)
  const settings = { fsync: 'off', synchronous_commit: 'off', max_connections: '200' }
  const server = await launchPostgres(folder, { ...options, settings })
  const base: DatabaseConfig = server.url === undefined ? server.connection : { connectionString: server.url }
  await runOn(base, `create database ${templateDatabase}`)
  const template = onDatabase(base, templateDatabase)
  await migrateDatabase(template)
  await migrateJobs(template)
  project.provide('database', base)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Another database of the same server. */
export function onDatabase(server: DatabaseConfig, database: string): DatabaseConfig {
  if (!('connectionString' in server)) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The value of DATABASE_URL for a database; a socket folder goes into the query. */
export function connectionUrl(config: DatabaseConfig): string {
  if ('connectionString' in config) return config.connectionString
  const { user, host, port, database } = config
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Creates an empty database, without migrations. */
export function createEmptyDatabase(server: DatabaseConfig) {
  return createDatabase(server, '')
}

/** Creates a migrated database. Copying files takes a third of the time of the default, which writes all pages to the WAL. */
export function copyTemplate(server: DatabaseConfig) {
  return createDatabase(server, `template ${templateDatabase} strategy file_copy`)
}

async function createDatabase(server: DatabaseConfig, options: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const config = onDatabase(server, name)
  await runOn(server, `create database ${name} ${options}`)
  return {
    name,
    config,
    url: connectionUrl(config),
    drop: () => runOn(server, `drop database if exists ${name} with (force)`),
  }
}

async function runOn(config: DatabaseConfig, statement: string): Promise<void> {
  const client = new Client({ ...config })
  await client.connect()
  try {
    // PostgreSQL rejects two copies of one template at the same time.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
