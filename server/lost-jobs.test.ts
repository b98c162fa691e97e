import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'

import { freeLostJobs, jobsConnectionName } from '#platform/free-lost-jobs.ts'
import { openNodes } from '#platform/nodes/nodes.ts'

import { onDatabase } from './testing-database.ts'
import { startTestHub } from './testing.ts'

/** A hub that does no jobs itself, and another node whose runner is at work on one. */
async function hubBesideWorker() {
  const { hub, db } = await startTestHub()
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  const address = onDatabase(inject('database'), rows[0]?.name ?? '')
  const worker = await openNodes(address, () => undefined)
  onTestFinished(() => worker.close())
  const line = new Client({ ...address, application_name: jobsConnectionName(worker.self) })
  await line.connect()
  let isCut = false
  const cutOff = async () => {
    if (isCut) return
    isCut = true
    await line.end()
  }
  onTestFinished(cutOff)
  await db.execute(sql`select graphile_worker.add_job('deliver-mail', '{}')`)
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_by = 'runner of the worker', locked_at = now()`)
  const isFree = async () => {
    const found = await db.execute(sql`select from graphile_worker.jobs where locked_by is null`)
    return found.rows.length === 1
  }
  let time = 0
  const freeing = await freeLostJobs(hub, ['own runner'], () => time)
  onTestFinished(() => freeing.stop())
  const lookAt = async (seconds: number) => {
    time = seconds * 1000
    await freeing.look()
    return isFree()
  }
  return { worker, lookAt, isFree, cutOff }
}

const name = 'job runner runner of the worker'

test('a job stays with a node that is only slow to say that it lives, and with one that has said so', async () => {
  const { worker, lookAt, isFree } = await hubBesideWorker()

  expect(await isFree()).toBe(false)
  expect(await lookAt(45)).toBe(false)
  expect(await worker.tryHold(name)).toBe(true)
  expect(await lookAt(3600)).toBe(false)

  await worker.letGo(name)
  expect(await lookAt(3615)).toBe(false)
  expect(await lookAt(3660)).toBe(false)
})

test('a job of a runner that nobody has held for a minute is free again', async () => {
  const { lookAt } = await hubBesideWorker()

  expect(await lookAt(59)).toBe(false)
  expect(await lookAt(60)).toBe(true)
})

test('where no other node takes jobs, those of a runner that was killed are free at once', async () => {
  const { cutOff, lookAt } = await hubBesideWorker()
  expect(await lookAt(1)).toBe(false)

  await cutOff()

  await expect.poll(() => lookAt(2)).toBe(true)
})
