import { join } from 'node:path'

import { Client } from 'pg'

import { launchPostgres } from '#postgres-launcher/launch.ts'

import type { Site } from './site.ts'
import { until } from './waiting.ts'

/** Queries the built-in database of a running app directly. */
export async function query<Row extends object>(
  site: Site,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { connection } = await launchPostgres(join(site.dataDir, 'postgres'))
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export async function countScripts(site: Site): Promise<number> {
  const [row] = await query<{ count: number }>(site, 'select count(*)::int as count from scripts')
  return row?.count ?? 0
}

/** Runs a job of the app at once instead of at its scheduled time. */
export async function runJob(site: Site, name: string): Promise<void> {
  const [job] = await query<{ id: string }>(site, `select id from graphile_worker.add_job($1)`, [name])
  const isDone = async () => {
    const waiting = await query(site, `select 1 from graphile_worker.jobs where id = $1`, [job?.id])
    return waiting.length === 0
  }
  await until(isDone, 60_000, `The job ${name} did not finish`)
}
