import { Pool } from 'pg'

import type { DatabaseConfig } from '#platform/database/database.ts'
import { runOnPool } from '#platform/database/run-statement.ts'
import { tooMany } from '#platform/errors.ts'
import { serializeError, type Log } from '#platform/log.ts'

import { createBuckets, type Monotonic } from './gcra.ts'
import { spacingOf, type LimitPolicy, type Limited, toleranceOf } from './policies.ts'

/** Milliseconds without a query after the store failed, so that calls do not wait for its timeout one by one. */
const pauseAfterError = 5_000

/** Rate limits that protect accounts: exact across all nodes. local-limiter.ts has the approximate ones. */
export type SharedLimiter = {
  /** Counts a call or throws 429 with Retry-After. */
  consume(name: string, key: string, policy: LimitPolicy): Promise<void>
  /** Counts a call against each limit. Returns the seconds to wait for each limit that is reached, 0 for the others. */
  consumeAll(limits: readonly Limited[]): Promise<number[]>
  /** Reverts counted calls, for example of sign-ins that succeeded where only failures count. */
  refund(limits: readonly Limited[]): Promise<void>
  /** Deletes empty buckets. */
  purgeIdle(): Promise<void>
}

/**
 * Each call is counted in memory too. When the store fails, the count in memory applies: a limit per node is better
 * than no limit.
 */
export function createSharedLimiter(options: {
  isEnabled: boolean
  store: LimitStore
  log: Log
  now?: Monotonic | undefined
}): SharedLimiter {
  const { isEnabled, store, log, now = () => performance.now() } = options
  const buckets = createBuckets(now)
  let pausedUntil = 0

  /** The result of the store, or undefined while it is unavailable. */
  async function queryStore<T>(query: () => Promise<T>): Promise<T | undefined> {
    if (now() < pausedUntil) return undefined
    try {
      return await query()
    } catch (error) {
      pausedUntil = now() + pauseAfterError
      log.error(
        'Rate limits are counted by this node alone: their table is unavailable',
        serializeError(error),
      )
      return undefined
    }
  }

  async function consumeAll(limits: readonly Limited[]): Promise<number[]> {
    if (!isEnabled) return limits.map(() => 0)
    const local = limits.map(({ name, key, policy }) => {
      const id = `${name} ${key}`
      return buckets.tryConsume(id, policy) ? 0 : buckets.retryAfter(id, policy)
    })
    return (await queryStore(() => store.consume(limits))) ?? local
  }

  async function refund(limits: readonly Limited[]): Promise<void> {
    if (!isEnabled || limits.length === 0) return
    for (const { name, key, policy } of limits) buckets.add(`${name} ${key}`, -spacingOf(policy))
    await queryStore(() => store.refund(limits))
  }

  async function consume(name: string, key: string, policy: LimitPolicy): Promise<void> {
    const [wait = 0] = await consumeAll([{ name, key, policy }])
    if (wait > 0) throw tooMany('Too many requests.', wait)
  }

  return {
    consume,
    consumeAll,
    refund,
    async purgeIdle() {
      await queryStore(() => store.purgeIdle())
    },
  }
}

/** Milliseconds. A sign-in waits for this query; the count of one node is better than a long wait. */
const timeout = 1_000

/** Seconds. Sums of seconds since 1970 have this rounding error as float8. */
const roundingError = 0.001

type LimitStore = {
  /** Counts one call against each limit. Returns the seconds to wait for each limit that is reached, else 0. */
  consume(limits: readonly Limited[]): Promise<number[]>
  refund(limits: readonly Limited[]): Promise<void>
  purgeIdle(): Promise<void>
  close(): Promise<void>
}

// Rows are locked in the order of their ids, so concurrent calls cannot deadlock.
// `least`: when the clock of the server is set back, no caller waits longer than the limit itself allows.
const consume = `
  insert into limits as stored (id, asked_at, empty_at, tolerance)
  select id, now.at, now.at + spacing, tolerance
  from unnest($1::text[], $2::float8[], $3::float8[]) as wanted (id, spacing, tolerance),
    (select coalesce($4::float8, extract(epoch from statement_timestamp())::float8)) as now (at)
  order by id
  on conflict (id) do update set
    asked_at = excluded.asked_at,
    tolerance = excluded.tolerance,
    is_counted = stored.empty_at - excluded.asked_at <= excluded.tolerance,
    empty_at = case when stored.empty_at - excluded.asked_at <= excluded.tolerance
      then greatest(stored.empty_at, excluded.asked_at) + excluded.empty_at - excluded.asked_at
      else least(stored.empty_at, excluded.empty_at + excluded.tolerance) end
  returning id, is_counted, empty_at - asked_at - tolerance as wait`

const refund = `
  with locked as (select id from limits where id = any($1) order by id for update)
  update limits set empty_at = empty_at - spacing
  from locked join unnest($1::text[], $2::float8[]) as wanted (id, spacing) using (id)
  where limits.id = locked.id`

const purgeIdle = `
  delete from limits where empty_at < coalesce($1::float8, extract(epoch from statement_timestamp())::float8)`

/**
 * GCRA in one statement, so that concurrent nodes count correctly. It has its own pool: a caller that already holds a
 * connection, in a transaction, must not wait for a second one. `now` is a test clock in milliseconds; the default is
 * the clock of the database, which all nodes share.
 */
export function createLimitStore(config: DatabaseConfig, now?: () => number): LimitStore {
  const pool = new Pool({
    ...config,
    max: 2,
    connectionTimeoutMillis: timeout,
    idleTimeoutMillis: 60_000,
    application_name: 'scripthaven limits',
  })
  // An 'error' event without a listener would end the process; the pool has one for idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const seconds = () => (now ? now() / 1000 : null)

  return {
    async consume(limits) {
      const ids = limits.map(idOf)
      const spacings = limits.map(({ policy }) => spacingOf(policy))
      const tolerances = limits.map(({ policy }) => toleranceOf(policy) + roundingError)
      const statement = {
        name: 'consume limits',
        text: consume,
        values: [ids, spacings, tolerances, seconds()],
      }
      const { rows } = await runOnPool<{ id: string; is_counted: boolean; wait: number }>(
        pool,
        statement,
        timeout,
      )
      const results = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => {
        const result = results.get(id)
        return !result || result.is_counted ? 0 : Math.max(1, Math.ceil(result.wait - roundingError))
      })
    },
    async refund(limits) {
      const spacings = limits.map(({ policy }) => spacingOf(policy))
      const values = [limits.map(idOf), spacings]
      await runOnPool(pool, { name: 'refund limits', text: refund, values }, timeout)
    },
    async purgeIdle() {
      await runOnPool(pool, { text: purgeIdle, values: [seconds()] }, timeout)
    },
    close: () => pool.end(),
  }
}

function idOf({ name, key }: Limited): string {
  return `${name} ${key}`
}
