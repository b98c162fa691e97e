import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { emitEvent } from './emit-event.ts'

const { db, app } = await startTestApp()

const ids = { actorId: null, scriptId: 1, versionId: 2 }
const event = {
  kind: 'finding-raised' as const,
  ...ids,
  data: { script: 'HUD', number: '1.0.0', title: 'Runs code that it downloads' },
}

const jobsOf = async () => {
  const { rows } = await db.execute<{ payload: { id: number } }>(sql`
    select payload from graphile_worker._private_jobs join graphile_worker._private_tasks t on t.id = task_id
    where t.identifier = 'dispatch-event'`)
  return rows.map(({ payload }) => payload)
}

test('an event and its job exist only when the transaction of the change commits', async () => {
  const rolledBack = inTransaction(db, async (tx) => {
    await emitEvent(tx, event, app.clock.now())
    throw new Error('rolled back')
  })

  await expect(rolledBack).rejects.toThrow('rolled back')
  expect((await db.execute(sql`select from events`)).rows).toEqual([])
  expect(await jobsOf()).toEqual([])

  await inTransaction(db, (tx) => emitEvent(tx, event, app.clock.now()))

  const { rows } = await db.execute(
    sql`select id::int, kind, script_id, version_id, actor_id, data from events`,
  )
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      kind: 'finding-raised',
      script_id: 1,
      version_id: 2,
      actor_id: null,
      data: event.data,
    },
  ])
  expect(await jobsOf()).toEqual([{ id: rows[0]?.['id'] }])
})
