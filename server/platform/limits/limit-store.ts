import { Pool } from 'pg'

import type { DatabaseAddress } from '#platform/database.ts'
import { spacingOf, toleranceOf, type Limited } from '#platform/limits.ts'

/** Milliseconds. Who signs in waits for this: the count of one node alone is better than a long wait. */
const answersWithin = 1_000

/** Seconds that sums of seconds since 1970 may be off, as floating point has them. */
const grain = 0.001

export type LimitStore = {
  /** Counts one call against each; the seconds to wait for each without room, 0 for each that counted it. */
  count(limits: readonly Limited[]): Promise<number[]>
  uncount(limits: readonly Limited[]): Promise<void>
  forgetIdle(): Promise<void>
  close(): Promise<void>
}

// Rows are locked in the order of their ids: calls at the same moment wait for one another and never in a circle.
// `least`: a clock of the server that was set back locks nobody out for longer than the limit itself does.
const count = `
  insert into limits as known (id, asked_at, empty_at, tolerance)
  select id, now.at, now.at + spacing, tolerance
  from unnest($1::text[], $2::float8[], $3::float8[]) as wanted (id, spacing, tolerance),
    (select coalesce($4::float8, extract(epoch from statement_timestamp())::float8)) as now (at)
  order by id
  on conflict (id) do update set
    asked_at = excluded.asked_at,
    tolerance = excluded.tolerance,
    is_counted = known.empty_at - excluded.asked_at <= excluded.tolerance,
    empty_at = case when known.empty_at - excluded.asked_at <= excluded.tolerance
      then greatest(known.empty_at, excluded.asked_at) + excluded.empty_at - excluded.asked_at
      else least(known.empty_at, excluded.empty_at + excluded.tolerance) end
  returning id, is_counted, empty_at - asked_at - tolerance as wait`

const uncount = `
  with held as (select id from limits where id = any($1) order by id for update)
  update limits set empty_at = empty_at - spacing
  from held join unnest($1::text[], $2::float8[]) as wanted (id, spacing) using (id)
  where limits.id = held.id`

const forgetIdle = `
  delete from limits where empty_at < coalesce($1::float8, extract(epoch from statement_timestamp())::float8)`

/**
 * The generic cell rate algorithm in one statement, so that nodes that count at the same moment count right. It has
 * connections of its own: a caller that holds one of the hub's, in a transaction, must not wait for another of them.
 * `now` is a test's clock in milliseconds; without it the database's counts, which all nodes share.
 */
export function openLimitStore(address: DatabaseAddress, now?: () => number): LimitStore {
  const pool = new Pool({
    ...address,
    max: 2,
    connectionTimeoutMillis: answersWithin,
    query_timeout: answersWithin,
    idleTimeoutMillis: 60_000,
    application_name: 'scripthaven limits',
  })
  pool.on('error', () => undefined)
  const seconds = () => (now ? now() / 1000 : null)

  return {
    async count(limits) {
      const ids = limits.map(idOf)
      const spacings = limits.map(({ policy }) => spacingOf(policy))
      const tolerances = limits.map(({ policy }) => toleranceOf(policy) + grain)
      const { rows } = await pool.query<{ id: string; is_counted: boolean; wait: number }>({
        name: 'count limits',
        text: count,
        values: [ids, spacings, tolerances, seconds()],
      })
      const answers = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => {
        const answer = answers.get(id)
        return !answer || answer.is_counted ? 0 : Math.max(1, Math.ceil(answer.wait - grain))
      })
    },
    async uncount(limits) {
      const spacings = limits.map(({ policy }) => spacingOf(policy))
      await pool.query({ name: 'uncount limits', text: uncount, values: [limits.map(idOf), spacings] })
    },
    async forgetIdle() {
      await pool.query(forgetIdle, [seconds()])
    },
    close: () => pool.end(),
  }
}

function idOf({ name, key }: Limited): string {
  return `${name} ${key}`
}
