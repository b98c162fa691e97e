import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { databaseUnavailableError } from '#platform/database/database-errors.ts'
import { inReadTransaction, inTransaction, type Db } from '#platform/database/database.ts'

import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()

test('a connection that breaks between two statements fails its transaction only', async () => {
  const broken = inTransaction(app.db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const pid = rows[0]?.pid
    await app.db.execute(sql`select pg_terminate_backend(${pid})`)
    // The server closes the connection while no statement is pending.
    await expect
      .poll(() => app.db.execute(sql`select 1 from pg_stat_activity where pid = ${pid}`), { interval: 5 })
      .toMatchObject({ rows: [] })
    await tx.execute(sql`select 1`)
  })

  const error: unknown = await broken.catch((reason: unknown) => reason)
  expect(databaseUnavailableError(error)).toMatchObject({ status: 503 })
  expect((await app.request(null, 'GET', '/api/health')).status).toBe(200)
})

test.each([
  ['a read', (read: (db: Db) => Promise<unknown>) => read(app.db)],
  ['a transaction', (read: (db: Db) => Promise<unknown>) => inReadTransaction(app.db, read)],
] as const)('the rows of %s do not stay in the old generation', async (_, run) => {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  const repeat = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await run((db) => db.execute(sql`select repeat(n || ' ', 50) as text from generate_series(1, 5000) n`))
      collect({ type: 'minor' })
    }
  }
  await repeat(5)
  collect()
  const before = process.memoryUsage().heapUsed

  await repeat(20)

  // Each result has more than a megabyte.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8e6)
})
