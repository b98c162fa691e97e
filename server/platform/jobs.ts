import { EventEmitter } from 'node:events'

import { sql } from 'drizzle-orm'
import {
  Logger,
  makeWorkerUtils,
  parseCronItems,
  run,
  type JobHelpers,
  type Runner,
  type WorkerEvents,
} from 'graphile-worker'
import { Pool, type PoolClient } from 'pg'

import type { DatabaseAddress, Db } from './database.ts'
import { freeLostJobs, jobsConnectionName } from './free-lost-jobs.ts'
import type { Hub } from './hub.ts'
import { describeError } from './log.ts'

/** Work that no request waits for. `schedule` is a crontab time (UTC): one node of all runs it then. */
export type Job = {
  name: string
  schedule?: string
  /** A node does one of these at a time, beside all others. */
  hasOwnRunner?: true
  /** It waits for another machine: a hub that stops leaves it after three seconds, and it is tried again later. */
  isLeftAtStop?: true
  run: (hub: Hub, payload: unknown) => Promise<void>
}

/** Milliseconds that a stop waits for what it may leave. */
const leaveAfter = 3_000

/** Prepares the job tables; call it with the other migrations, before any node works. */
export async function migrateJobs(address: DatabaseAddress): Promise<void> {
  const pool = openPool(address, 'scripthaven job tables')
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
    await pool.end()
  }
}

/** Starts to work off jobs; `stop` lets those under way finish. */
export async function startJobs(
  hub: Hub,
  address: DatabaseAddress,
  jobs: readonly Job[],
): Promise<{ stop(): Promise<void> }> {
  const pool = openPool(address, jobsConnectionName(hub.nodes.self))
  hub.nodes.onLoss(() => cutAll(pool))
  const apart = jobs.filter(({ hasOwnRunner }) => hasOwnRunner)
  const together = jobs.filter(({ hasOwnRunner }) => !hasOwnRunner)
  const ids: string[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => ids.push(workerPool.id))
  const runners = [await startRunner(hub, { pool, events, concurrency: 2 }, together)]
  for (const job of apart) runners.push(await startRunner(hub, { pool, events, concurrency: 1 }, [job]))
  const freeing = await freeLostJobs(hub, ids)
  return {
    async stop() {
      freeing.stop()
      await Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)))
      await pool.end()
    },
  }
}

/**
 * Each keeps to its own jobs. The library's named queues would do one at a time too, but a runner that ends a job asks
 * for the next one before the queue is free again, and then sleeps.
 */
async function startRunner(
  hub: Hub,
  { pool, ...how }: { pool: Pool; events: WorkerEvents; concurrency: number },
  jobs: readonly Job[],
): Promise<Runner> {
  const scheduled = jobs.flatMap(({ name, schedule }) =>
    schedule ? [{ task: name, match: schedule, identifier: name }] : [],
  )
  const runner = await run({
    pgPool: pool,
    ...how,
    pollInterval: 10_000,
    // As batches, however small: what a job came to is then written down before a stop ends, else it may be done twice.
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: leaveAfter,
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    noHandleSignals: true,
    logger: quiet,
    taskList: Object.fromEntries(
      jobs.map((job) => [
        job.name,
        (payload: unknown, { abortSignal }: JobHelpers) => runJob(hub, job, payload, abortSignal),
      ]),
    ),
    parsedCronItems: parseCronItems(scheduled),
  })
  // The runner settles this when it stops, however it stops; unheard, a lost database would end the process.
  runner.promise.catch((error: unknown) => hub.log.error('The job runner stopped', describeError(error)))
  return runner
}

/** Jobs whose time has come and that nobody works on yet. */
export async function countWaitingJobs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`)
  return rows[0]?.count ?? 0
}

function openPool(address: DatabaseAddress, name: string): Pool {
  const pool = new Pool({
    ...address,
    max: 6,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: name,
  })
  const clients = new Set<PoolClient>()
  clientsOf.set(pool, clients)
  // A connection that breaks is replaced by the pool; without listeners it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', () => undefined)
  })
  pool.on('remove', (client) => clients.delete(client))
  return pool
}

const clientsOf = new WeakMap<Pool, Set<PoolClient>>()

/**
 * When this node's own line to the database is dead, those of its runners are too. The library waits on them without
 * an end: cut, they are replaced.
 */
function cutAll(pool: Pool): void {
  for (const client of clientsOf.get(pool) ?? []) client.connection.stream.destroy()
}

/** What jobs did is logged in our own form, by runJob. */
const quiet = new Logger(() => () => undefined)

async function runJob(hub: Hub, job: Job, payload: unknown, leaving: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  try {
    const work = job.run(hub, payload)
    await (job.isLeftAtStop ? unlessAborted(work, leaving) : work)
    hub.log.info('job done', { job: job.name, milliseconds: Math.round(performance.now() - startedAt) })
  } catch (error) {
    hub.log.error('A job failed; it is tried again', { job: job.name, ...describeError(error) })
    throw error
  }
}

/** Settles with the work, or fails once the signal is given; what the work comes to then is nobody's concern. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = () => reject(new Error('The hub stopped before this was done'))
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
