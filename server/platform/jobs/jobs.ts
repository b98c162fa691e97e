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

import type { DatabaseConfig, Db } from '#platform/database/database.ts'
import { releaseOrphanedJobs, jobsConnectionName } from './release-orphaned-jobs.ts'
import type { App } from '#platform/app.ts'
import { serializeError } from '#platform/log.ts'

/** Background work. `schedule` is a crontab expression in UTC; one node runs each occurrence. */
export type Job = {
  name: string
  /**
   * The name in the previous release: its nodes still schedule it during a rolling restart, and it may be queued. The
   * next release removes this.
   */
  formerName?: string
  schedule?: string
  /** How many of these each node runs at a time, in addition to other jobs. */
  ownQueue?: number
  /** The job waits for another machine: a shutdown abandons it after three seconds, and it is retried later. */
  abandonOnShutdown?: true
  /** Each start of a node adds the job; those that wait are one job. */
  runsAtStart?: true
  /** The signal aborts when a shutdown abandons the job. */
  run: (app: App, payload: unknown, abandoned: AbortSignal) => Promise<void>
}

/** Milliseconds that a shutdown waits for jobs that it may abandon. */
const abandonAfter = 3_000

/** Migrates the tables of graphile-worker. */
export async function migrateJobs(config: DatabaseConfig): Promise<void> {
  const pool = openPool(config, 'scripthaven job tables', 2)
  const utils = await makeWorkerUtils({ pgPool: pool, logger: quiet })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
    await pool.end()
  }
}

/** Starts the workers. `stop` waits for running jobs. */
export async function startJobs(
  app: App,
  config: DatabaseConfig,
  jobs: readonly Job[],
): Promise<{ stop(): Promise<void> }> {
  const separate = jobs.filter(({ ownQueue }) => ownQueue)
  const shared = jobs.filter(({ ownQueue }) => !ownQueue)
  const listeners = 1 + separate.length
  const pool = openPool(config, jobsConnectionName(app.nodes.self), listeners + 3)
  app.nodes.onDisconnect(() => destroyConnections(pool))
  const ids: string[] = []
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => ids.push(workerPool.id))
  const runners = [await startRunner(app, { pool, events, concurrency: 2 }, shared)]
  for (const job of separate)
    runners.push(await startRunner(app, { pool, events, concurrency: job.ownQueue ?? 1 }, [job]))
  const releasing = await releaseOrphanedJobs(app, ids)
  for (const { name, runsAtStart } of jobs) if (runsAtStart) await enqueueJob(app.db, name, {}, { key: name })
  return {
    async stop() {
      releasing.stop()
      await Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)))
      await pool.end()
    },
  }
}

/**
 * Jobs with `ownQueue` get a runner of their own instead of a named queue of graphile-worker: its worker asks for the
 * next job before the queue is unlocked, finds none and sleeps until the next poll.
 */
async function startRunner(
  app: App,
  { pool, ...options }: { pool: Pool; events: WorkerEvents; concurrency: number },
  jobs: readonly Job[],
): Promise<Runner> {
  const scheduled = jobs.flatMap(({ name, schedule }) =>
    schedule ? [{ task: name, match: schedule, identifier: name }] : [],
  )
  const runner = await run({
    pgPool: pool,
    ...options,
    pollInterval: 10_000,
    // With a batch delay of 0 a shutdown waits until the result of each job is stored; otherwise a job could run twice.
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: abandonAfter,
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    noHandleSignals: true,
    logger: quiet,
    taskList: Object.fromEntries(
      jobs.flatMap((job) => {
        const task = (payload: unknown, { abortSignal }: JobHelpers) => runJob(app, job, payload, abortSignal)
        return [job.name, job.formerName ?? job.name].map((name) => [name, task])
      }),
    ),
    parsedCronItems: parseCronItems(scheduled),
  })
  // Without a handler a lost database connection would be an unhandled rejection and end the process.
  runner.promise.catch((error: unknown) => app.log.error('The job runner stopped', serializeError(error)))
  return runner
}

/** The number of jobs that are due and not locked. */
export async function countWaitingJobs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts`)
  return rows[0]?.count ?? 0
}

/** Each runner listens on a connection of its own; its workers share the others. */
function openPool(config: DatabaseConfig, name: string, max: number): Pool {
  const pool = new Pool({
    ...config,
    max,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: name,
  })
  const clients = new Set<PoolClient>()
  clientsOf.set(pool, clients)
  // The pool replaces broken connections. An 'error' event without a listener would end the process.
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
 * When the cluster connection of this node is lost, the connections of its workers are too. graphile-worker would wait
 * on them forever; destroyed connections are replaced.
 */
function destroyConnections(pool: Pool): void {
  for (const client of clientsOf.get(pool) ?? []) client.connection.stream.destroy()
}

/** runJob logs the results in the format of the app. */
const quiet = new Logger(() => () => undefined)

async function runJob(app: App, job: Job, payload: unknown, abandoned: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  try {
    const work = job.run(app, payload, abandoned)
    await (job.abandonOnShutdown ? unlessAborted(work, abandoned) : work)
    app.log.info('job done', { job: job.name, milliseconds: Math.round(performance.now() - startedAt) })
  } catch (error) {
    if (job.abandonOnShutdown && abandoned.aborted)
      app.log.info('A shutdown abandoned a job, which will be retried', { job: job.name })
    else app.log.error('A job failed and will be retried', { job: job.name, ...serializeError(error) })
    throw error
  }
}

/** Settles with the work, or rejects when the signal aborts; the result of the work is then ignored. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(new Error('The shutdown abandoned this job'))
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * Adds a job. Inside a transaction the job exists only after its commit, so no email reports a change that was rolled
 * back. A lower priority runs earlier. A job with a `key` replaces one that waits, but not one that runs; with `keepsTime` it runs
 * when that one would: a job that failed waits on.
 */
export async function enqueueJob(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  options: {
    attemptsMax?: number
    priority?: number
    key?: string
    keepsTime?: boolean
    delaySeconds?: number
  } = {},
): Promise<void> {
  const { attemptsMax = 25, priority = 0, key = null, keepsTime = false, delaySeconds } = options
  const delay = delaySeconds === undefined ? null : `${delaySeconds} seconds`
  const mode = keepsTime ? 'preserve_run_at' : 'replace'
  await db.execute(sql`
    select from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${attemptsMax}::integer,
      job_key => ${key}::text, priority => ${priority}::integer, job_key_mode => ${mode}::text, run_at => now() + ${delay}::interval)`)
}

/** Adds jobs of one kind in one statement. */
export async function enqueueJobs(
  db: Db,
  name: string,
  payloads: readonly Record<string, unknown>[],
  options: { attemptsMax: number; priority: number },
): Promise<void> {
  const { attemptsMax, priority } = options
  await db.execute(sql`
    select from graphile_worker.add_jobs((
      select array_agg((${name}::text, payload, null, null, ${attemptsMax}::smallint, null, ${priority}::smallint, null)
        ::graphile_worker.job_spec)
      from json_array_elements(${JSON.stringify(payloads)}::json) as payload))`)
}
