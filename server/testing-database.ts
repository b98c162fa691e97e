import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import type { TestProject } from 'vitest/node'

import type { DatabaseAddress } from '#platform/database.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { migrateDatabase } from '#platform/migrate.ts'
import { launchPostgres } from '#platform/postgres/launch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    database: DatabaseAddress
  }
}

/** The migrated database that each test file gets a copy of. */
export const templateDatabase = 'scripthaven_template'

/** A database server for one run of the tests, with the template in it; the result ends it. */
export async function startTestDatabase(
  project: TestProject,
  options: { binaries?: string | undefined; tcpPort?: number },
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-tests-'))
  await chmod(folder, 0o755)
  // Tests make and drop databases by the dozen: what a crash would lose here, nobody misses.
  const settings = { fsync: 'off', synchronous_commit: 'off', max_connections: '200' }
  const server = await launchPostgres(folder, { ...options, settings })
  const base: DatabaseAddress =
    server.url === undefined ? server.connection : { connectionString: server.url }
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

/** The same server, another database on it. */
export function onDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('connectionString' in address)) return { ...address, database }
  const url = new URL(address.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** A database that nothing has been made in. */
export async function blankDatabase(base: DatabaseAddress) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOn(base, `create database ${name}`)
  return {
    name,
    address: onDatabase(base, name),
    drop: () => runOn(base, `drop database if exists ${name} with (force)`),
  }
}

/** A copy of the template for one test file, and the way to be rid of it. */
export async function copyTemplate(base: DatabaseAddress) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOn(base, `create database ${name} template ${templateDatabase}`)
  return {
    address: onDatabase(base, name),
    drop: () => runOn(base, `drop database if exists ${name} with (force)`),
  }
}

async function runOn(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new Client({ ...address })
  await client.connect()
  try {
    // Two copies of one template at once refuse each other: they take turns.
    await client.query('select pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
