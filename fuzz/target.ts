import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'

import { readConfig } from '#platform/config.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { openLog } from '#platform/log.ts'
import { startHub, type RunningHub } from '#server/start-hub.ts'

import { makeActors, restoreActors, type Actor } from './actors.ts'
import { restoreWorld } from './world.ts'

export type Target = {
  hub: RunningHub['hub']
  address: string
  /** All that the hub may write to; its temporary folder lies in it. */
  folder: string
  actors: readonly Actor[]
  /** What a hub said of its own faults: nothing that is sent may make it say anything. */
  errors: readonly string[]
  /** Takes back what requests did to people and fills up what they used up. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** A whole hub over HTTP on loopback, with people of every standing and something of everything. */
export async function openTarget(database: DatabaseAddress, folder: string): Promise<Target> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const environment = { PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', PUBLIC_URL: 'https://hub.example' }
  const errors: string[] = []
  await migrateJobs(database)
  const running = await startHub(readConfig(environment), {
    address: database,
    log: openLog('error', (text) => errors.push(text)),
    runsJobs: false,
    // The fuzzer shares the event loop: its own work must not be taken for an overload.
    turnMax: Number.POSITIVE_INFINITY,
  })
  const { hub } = running
  const actors = await makeActors(hub)
  await restoreWorld(hub, actors)
  return {
    hub,
    address: running.address,
    folder,
    actors,
    errors,
    restore: async () => {
      await restoreActors(hub, actors)
      await restoreWorld(hub, actors)
    },
    close: () => running.close(),
  }
}

/** Every file below the folder that the hub may write to, by its path. */
export async function filesOf({ folder }: Pick<Target, 'folder'>): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** What a refusal may not change: every row of every table, but for what a refusal itself leaves behind. */
export async function contentOf({ hub }: Pick<Target, 'hub'>): Promise<Map<string, string>> {
  const { rows: tables } = await hub.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '^activities'
      and table_name not in ('sessions', 'sign_in_attempts', 'rate_limits', 'recent_views')`)
  const content = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await hub.db.execute<{ sum: string }>(sql`
      select count(*) || ' ' || coalesce(md5(string_agg(md5((to_jsonb(t) - 'last_active_at')::text), '' order by t::text)), '')
        as sum from ${sql.identifier(name)} t`)
    content.set(name, rows[0]?.sum ?? '')
  }
  return content
}
