import { Pool } from 'pg'

import type { DatabaseConfig } from '#platform/database/database.ts'
import { runOnPool } from '#platform/database/run-statement.ts'
import { spacingOf, toleranceOf, type Limited } from './policies.ts'

/** Milliseconds. A sign-in waits for this query; the count of one node is better than a long wait. */
const timeout = 1_000

/** Seconds. Sums of seconds since 1970 have this rounding error as float8. */
const roundingError = 0.001

export type LimitStore = {
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
