import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { releaseOrphanedJobs, jobsConnectionName } from '#platform/jobs/release-orphaned-jobs.ts'
import { connectToCluster } from '#platform/cluster/nodes.ts'

import { startTestApp } from '#test-support/test-app.ts'

/** An app without workers, and another node with a worker that has locked a job. */
async function hubBesideWorker() {
  const { app, db, database } = await startTestApp()
  const { config } = database
  const worker = await connectToCluster(config, () => undefined)
  onTestFinished(() => worker.close())
  const client = new Client({ ...config, application_name: jobsConnectionName(worker.self) })
  await client.connect()
  let isCut = false
  const cutOff = async () => {
    if (isCut) return
    isCut = true
    await client.end()
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
  const freeing = await releaseOrphanedJobs(app, ['own runner'], () => time)
  onTestFinished(() => freeing.stop())
  const lookAt = async (seconds: number) => {
    time = seconds * 1000
    await freeing.check()
    return isFree()
  }
  return { worker, lookAt, isFree, cutOff }
}

const name = 'job runner runner of the worker'

test('the jobs of a live node stay locked, also before it has taken its lock', async () => {
  const { worker, lookAt, isFree } = await hubBesideWorker()

  expect(await isFree()).toBe(false)
  expect(await lookAt(45)).toBe(false)
  expect(await worker.tryLock(name)).toBe(true)
  expect(await lookAt(3600)).toBe(false)

  await worker.unlock(name)
  expect(await lookAt(3615)).toBe(false)
  expect(await lookAt(3660)).toBe(false)
})

test('the jobs of a worker without a lock for a minute are released', async () => {
  const { lookAt } = await hubBesideWorker()

  expect(await lookAt(59)).toBe(false)
  expect(await lookAt(60)).toBe(true)
})

test('without other nodes the jobs of a killed worker are released at once', async () => {
  const { cutOff, lookAt } = await hubBesideWorker()
  expect(await lookAt(1)).toBe(false)

  await cutOff()

  await expect.poll(() => lookAt(2)).toBe(true)
})
