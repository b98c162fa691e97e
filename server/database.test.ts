import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { databaseUnavailableError, inTransaction } from '#platform/database/database.ts'

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
