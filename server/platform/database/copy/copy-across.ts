import { escapeIdentifier, type Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import { copyIn } from './copy-in.ts'
import { describeCopy } from './copy-out.ts'
import { describeTables, type TableShape } from './describe-tables.ts'

/** A table whose rows differ between two databases. */
export type Difference = { table: string; source: string; target: string }

/** Rate limits are transient. Unfinished uploads are copied, because their files remain where they are. */
const transientTables = ['limits']

/**
 * Copies a snapshot of one database into another one of the same migration, all or nothing. Then the checksums of all
 * tables are compared.
 */
export async function copyAcross(
  source: Client,
  target: Client,
): Promise<{ rows: number; tables: number; differences: Difference[] }> {
  await source.query('begin isolation level repeatable read read only')
  const shapes = await describeTables(source, transientTables)
  const tables = []
  for (const shape of shapes) tables.push({ ...shape, rows: (await checksum(source, shape)).rows })
  const copy = { ...(await describeCopy(source)), tables }
  await copyIn(target, copy, ({ name, columns }) => [
    source.query(copyTo(`copy (${selectionOf({ name, columns })}) to stdout`)),
  ])
  await moveJobs(source, target)
  const differences: Difference[] = []
  for (const shape of shapes) {
    const before = await checksum(source, shape)
    const after = await checksum(target, shape)
    if (before.sum !== after.sum)
      differences.push({ table: shape.name, source: before.sum, target: after.sum })
  }
  await source.query('rollback')
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables: tables.length, differences }
}

function selectionOf({ name, columns }: TableShape): string {
  return `select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)}`
}

/** The number of rows of a table and a sum over their hashes, which does not depend on their order. */
async function checksum(client: Client, shape: TableShape): Promise<{ rows: number; sum: string }> {
  const { rows } = await client.query<{ count: string; sum: string }>(
    `select count(*)::text as count, coalesce(sum(('x' || left(md5(one::text), 15))::bit(60)::bigint), 0)::text as sum
     from (${selectionOf(shape)}) as one`,
  )
  const { count = '0', sum = '0' } = rows[0] ?? {}
  return { rows: Number(count), sum: `${count} rows, sum ${sum}` }
}

/** Copies pending jobs, such as unsent emails. Scheduled jobs are left out: the target schedules its own. */
async function moveJobs(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ job: string }>(
    `select json_build_object('name', t.identifier, 'payload', j.payload, 'at', j.run_at, 'max', j.max_attempts)::text as job
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts < j.max_attempts and j.payload ->> '_cron' is null order by j.id`,
  )
  for (const { job } of rows)
    await target.query(
      `select from json_to_record($1) as job (name text, payload json, at timestamptz, max integer),
         lateral graphile_worker.add_job(name, payload, run_at => at, max_attempts => max)`,
      [job],
    )
}
