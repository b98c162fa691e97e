import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'

import type { DatabaseConfig } from '#platform/database/database.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import type { RunningApp } from '#server/start-app.ts'
import { createDiscordKeys, discordConfig } from '#test-support/discord.ts'
import { startInProcess } from '#test-support/in-process-app.ts'

import { createActors, resetActors, type Actor } from './actors.ts'
import { insertFixtures } from './fixtures.ts'

export type Target = {
  app: RunningApp['app']
  url: string
  /** The only folder that the app may write to. */
  folder: string
  actors: readonly Actor[]
  /** What the app logged at level `error`: no input may cause such a line. */
  errors: readonly string[]
  /** Undoes what requests changed of the actors and replaces what they deleted. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The whole app over HTTP on the loopback interface, with actors and data to attack. */
export async function startTarget(database: DatabaseConfig, folder: string): Promise<Target> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const errors: string[] = []
  await migrateJobs(database)
  const running = await startInProcess(
    database,
    dataDir,
    { discord: discordConfig(createDiscordKeys().publicKey) },
    { logLevel: 'error', onLog: (line) => errors.push(line) },
  )
  const { app } = running
  const actors = await createActors(app)
  await insertFixtures(app, actors)
  return {
    app,
    url: running.url,
    folder,
    actors,
    errors,
    reset: async () => {
      await resetActors(app, actors)
      await insertFixtures(app, actors)
    },
    close: () => running.close(),
  }
}

/** The path of every file below the folder that the app may write to. */
export async function filesOf({ folder }: Pick<Target, 'folder'>): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** A checksum of each table that a rejected request must not change. */
export async function checksumsOf({ app }: Pick<Target, 'app'>): Promise<Map<string, string>> {
  const { rows: tables } = await app.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^activities'
      and table_name not in ('sessions', 'sign_in_attempts', 'recent_views')`)
  const checksums = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await app.db.execute<{ sum: string }>(sql`
      select count(*) || ' ' || coalesce(md5(string_agg(md5((to_jsonb(t) - 'last_active_at')::text), '' order by t::text)), '')
        as sum from ${sql.identifier(name)} t`)
    checksums.set(name, rows[0]?.sum ?? '')
  }
  return checksums
}
