import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { databaseOutage, inTransaction } from '#platform/database.ts'

import { startTestHub } from './testing.ts'

const hub = await startTestHub()

test('a connection that breaks between two statements of a transaction fails that one, and the hub goes on', async () => {
  const broken = inTransaction(hub.db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const pid = rows[0]?.pid
    await hub.db.execute(sql`select pg_terminate_backend(${pid})`)
    // It says goodbye while nobody waits for an answer on it.
    await expect
      .poll(() => hub.db.execute(sql`select 1 from pg_stat_activity where pid = ${pid}`), { interval: 5 })
      .toMatchObject({ rows: [] })
    await tx.execute(sql`select 1`)
  })

  const error: unknown = await broken.catch((reason: unknown) => reason)
  expect(databaseOutage(error)).toMatchObject({ status: 503 })
  expect((await hub.as(null, 'GET', '/api/health')).status).toBe(200)
})
