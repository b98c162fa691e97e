import { escapeIdentifier, type Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import { copyIn } from './copy-in.ts'
import { describeCopy } from './copy-out.ts'
import { describeTables, type TableShape } from './describe-tables.ts'

/** A table of which two databases do not hold the same. */
export type Difference = { table: string; here: string; there: string }

/** Who may try how often is of the moment. What is still arriving goes along: its files stay where they are. */
const leftBehind = ['limits']

/**
 * Fills a database of the same migration from another one, as that is at one moment; all of it or nothing. Then both
 * are read and compared, row for row.
 */
export async function copyAcross(
  source: Client,
  target: Client,
): Promise<{ rows: number; tables: number; differences: Difference[] }> {
  await source.query('begin isolation level repeatable read read only')
  const shapes = await describeTables(source, leftBehind)
  const tables = []
  for (const shape of shapes) tables.push({ ...shape, rows: (await printOf(source, shape)).rows })
  const copy = { ...(await describeCopy(source)), tables }
  await copyIn(target, copy, ({ name, columns }) => [
    source.query(copyTo(`copy (${selectionOf({ name, columns })}) to stdout`)),
  ])
  await moveJobs(source, target)
  const differences: Difference[] = []
  for (const shape of shapes) {
    const [here, there] = [await printOf(source, shape), await printOf(target, shape)]
    if (here.print !== there.print)
      differences.push({ table: shape.name, here: here.print, there: there.print })
  }
  await source.query('rollback')
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables: tables.length, differences }
}

function selectionOf({ name, columns }: TableShape): string {
  return `select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)}`
}

/** How many rows a table has, and with that a sum over the hashes of them all, in whichever order they come. */
async function printOf(client: Client, shape: TableShape): Promise<{ rows: number; print: string }> {
  const { rows } = await client.query<{ count: string; sum: string }>(
    `select count(*)::text as count, coalesce(sum(('x' || left(md5(one::text), 15))::bit(60)::bigint), 0)::text as sum
     from (${selectionOf(shape)}) as one`,
  )
  const { count = '0', sum = '0' } = rows[0] ?? {}
  return { rows: Number(count), print: `${count} rows, sum ${sum}` }
}

/** What waits to be done, such as a mail on its way. What is done by the clock is not among it: that comes by itself. */
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
