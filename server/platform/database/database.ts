import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { Client, DatabaseError, Pool, TypeOverrides, types, type PoolClient, type QueryConfig } from 'pg'

import { withCircuitBreaker } from './circuit-breaker.ts'
import { databaseCode, isRollback } from './database-errors.ts'
import { runOnPool, runStatement } from './run-statement.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { isoTime } from '#platform/clock.ts'

/** The database, or a transaction on it: every function that reads or writes takes one first. */
export type Db = NodePgDatabase

export type DatabaseConfig =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

type Database = { db: Db; pool: Pool; close(): Promise<void> }

/** Milliseconds, per connection attempt and per statement. */
export type DatabaseTimeouts = { connect: number; read: number; write: number }

/** A public read that takes longer gets a 503. Writes get more time, because a commit waits for the disk. */
const defaultTimeouts: DatabaseTimeouts = { connect: 2_000, read: 1_800, write: 10_000 }
/** Milliseconds after the statement timeout of the server until the connection counts as lost. */
const connectionGrace = 200

/** NOTIFY channel of cache invalidations. */
export const changesChannel = 'scripthaven_changes'

export function openDatabase(
  config: DatabaseConfig,
  options: { connectionsMax?: number; timeouts?: Partial<DatabaseTimeouts> } = {},
): Database {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const pool = new Pool({
    ...config,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: timeouts.connect,
    idleTimeoutMillis: 60_000,
    statement_timeout: timeouts.read,
    keepAlive: true,
    application_name: 'scripthaven',
  })
  // An 'error' event without a listener would end the process. The pool reports errors of idle connections only, so
  // each client has a listener too. The pool replaces broken connections.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const breaker = withCircuitBreaker(pool, config)
  const query = (statement: QueryConfig, values?: unknown[]) =>
    runOnPool(breaker, withValues(statement, values), timeouts.read + connectionGrace)
  const guarded: Pool = Object.create(pool, { connect: { value: breaker.connect }, query: { value: query } })
  const db = drizzle(guarded)
  pools.set(db, { config, pool: guarded, timeouts })
  return {
    db,
    pool,
    close() {
      breaker.close()
      return pool.end()
    },
  }
}

function withValues(statement: QueryConfig, values?: unknown[]): QueryConfig {
  return values ? { ...statement, values } : statement
}

const pools = new WeakMap<Db, { config: DatabaseConfig; pool: Pool; timeouts: DatabaseTimeouts }>()

/** For a statement that takes long and runs outside transactions. */
export async function onOwnConnection(db: Db, work: (client: Client) => Promise<void>): Promise<void> {
  const opened = pools.get(db)
  if (!opened) throw new Error('onOwnConnection() does not work in a transaction')
  const client = new Client({ ...opened.config, application_name: 'scripthaven maintenance' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

type Pending = { tags: Set<CacheTag>; afterCommit: (() => void)[]; outcomes: CommitOutcome[] }
const pending = new WeakMap<object, Pending>()

/** For what must not be undone when a transaction may have committed. */
type CommitOutcome = {
  /** COMMIT is about to be sent: from here on an error, such as a lost connection, does not mean that it failed. */
  onCommitSent: () => void
  /** The server responded to COMMIT that it rolled back. */
  onRolledBack: () => void
}

/** One invalidation that is sent to the other nodes. Either `onCommit` or `onRollback` is called; a write waits for `onCommit`. */
type CommitBroadcast = {
  /** Sent with the tags, so that other nodes can acknowledge the message. */
  messageId?: string
  onCommit(tags: readonly string[]): Promise<void>
  onRollback(): void
}
const broadcasters = new WeakMap<object, () => CommitBroadcast>()

/** Calls `begin` for each transaction of this process that invalidates tags. */
export function broadcastOnCommit(db: Db, begin: () => CommitBroadcast): void {
  broadcasters.set(db, begin)
}

/**
 * Runs `work` in one transaction, or in the caller's when there already is one. A deadlock or a serialization failure
 * is retried, up to three attempts, so `work` must not have effects outside the database; those belong in
 * `afterCommit`.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db instanceof PgTransaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      const code = databaseCode(error)
      if (attempt >= 3 || (code !== '40001' && code !== '40P01')) throw error
    }
  }
}

async function runOnce<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const waiting: Pending = { tags: new Set(), afterCommit: [], outcomes: [] }
  let broadcast: CommitBroadcast | undefined
  const commit = onConnection(db, 'write', async (tx) => {
    pending.set(tx, waiting)
    const result = await work(tx)
    if (waiting.tags.size > 0) broadcast = broadcasters.get(db)?.()
    const message = broadcast?.messageId === undefined ? waiting.tags : [...waiting.tags, broadcast.messageId]
    // One NOTIFY per transaction: one for each row made likes three times slower.
    for (const payload of payloadsOf(message))
      await tx.execute(sql`select pg_notify(${changesChannel}, ${payload})`)
    for (const { onCommitSent } of waiting.outcomes) onCommitSent()
    return result
  })
  const result = await commit.catch((error: unknown) => {
    broadcast?.onRollback()
    if (isRollback(error)) for (const { onRolledBack } of waiting.outcomes) onRolledBack()
    throw error
  })
  await broadcast?.onCommit([...waiting.tags])
  for (const run of waiting.afterCommit) run()
  return result
}

/** A read transaction in which `work` may use `set local`. */
export function inReadTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db instanceof PgTransaction ? db.transaction(work) : onConnection(db, 'read', work)
}

type Connection = {
  db: Db
  /** Milliseconds for each statement of the transaction that has it. */
  timeout: number
  /** Set when the connection cannot be used again. */
  error: Error | undefined
}
const connections = new WeakMap<PoolClient, Connection>()
/** The connection that a transaction runs on. */
const connectionsOf = new WeakMap<Db, Db>()

/**
 * Runs a transaction and releases its connection; a broken connection is destroyed. Drizzle's own transaction never
 * releases a connection whose `begin` failed, and releases one on which a statement is still pending.
 */
async function onConnection<T>(db: Db, kind: 'read' | 'write', work: (tx: Db) => Promise<T>): Promise<T> {
  const opened = pools.get(db)
  if (!opened) throw new Error('A transaction begins on the database')
  const { pool, timeouts } = opened
  const client = await pool.connect()
  const connection = connections.get(client) ?? connectionOf(client, timeouts)
  connection.timeout = timeouts[kind]
  try {
    return await connection.db.transaction((tx) => {
      connectionsOf.set(tx, connection.db)
      return work(tx)
    })
  } finally {
    client.release(connection.error)
  }
}

function connectionOf(client: PoolClient, timeouts: DatabaseTimeouts): Connection {
  /** After the connection is lost, further statements (a rollback too) fail at once. */
  async function query(config: QueryConfig, values?: unknown[]) {
    if (connection.error) throw connection.error
    const isBegin = config.text === 'begin'
    // The timeout is set in the same message, which saves a round trip.
    const text = isBegin ? `begin; set local statement_timeout = ${connection.timeout}` : config.text
    // A `begin` needs no long timeout: nothing has been written yet.
    const timeout = (isBegin ? timeouts.read : connection.timeout) + connectionGrace
    try {
      const result = await runStatement(client, withValues({ ...config, text }, values), timeout)
      // PostgreSQL responds so to the COMMIT of a transaction in which a statement failed and the error was caught.
      if (config.text === 'commit' && result.command === 'ROLLBACK')
        throw new Error('The transaction was rolled back because one of its statements failed')
      return result
    } catch (error) {
      if (error instanceof Error && !(error instanceof DatabaseError)) connection.error = error
      throw error
    }
  }
  const wrapped: PoolClient = Object.create(client, { query: { value: query } })
  const connection: Connection = { db: drizzle(wrapped), timeout: timeouts.write, error: undefined }
  connections.set(client, connection)
  return connection
}

/** Adds cache tags to this transaction. After its commit every node drops the cached responses that have one of them. */
export function invalidate(tx: Db, ...tags: CacheTag[]): void {
  const waiting = pending.get(tx)
  if (!waiting) throw new Error('invalidate() needs a transaction')
  for (const tag of tags) waiting.tags.add(tag)
}

/** Calls `run` after the transaction has committed; never after a rollback. */
export function afterCommit(tx: Db, run: () => void): void {
  const waiting = pending.get(tx)
  if (!waiting) throw new Error('afterCommit() needs a transaction')
  waiting.afterCommit.push(run)
}

/** Reports how far the commit of this transaction came. */
export function onCommitOutcome(tx: Db, outcome: CommitOutcome): void {
  const waiting = pending.get(tx)
  if (!waiting) throw new Error('onCommitOutcome() needs a transaction')
  waiting.outcomes.push(outcome)
}

/** Joins tags into payloads: NOTIFY allows 7,999 bytes each. */
function payloadsOf(tags: Iterable<string>): string[] {
  const payloads: string[] = []
  for (const tag of tags) {
    const last = payloads.at(-1)
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(tag) < 7_000)
      payloads[payloads.length - 1] = `${last},${tag}`
    else payloads.push(tag)
  }
  return payloads
}

type Prepared = { execute(values?: Record<string, unknown>): Promise<unknown> }
const preparedStatements = new WeakMap<object, Map<string, Prepared>>()

/**
 * A prepared statement, built once and cached by name: three times as fast as building it for each call. Inside
 * transactions it is cached per connection.
 */
export function preparedStatement<P extends Prepared>(
  db: Db,
  name: string,
  build: (db: Db) => { prepare(name: string): P },
): P {
  const owner = db instanceof PgTransaction ? connectionsOf.get(db) : db
  // A nested transaction has no cache.
  if (!owner) return build(db).prepare(name)
  const cached = preparedStatements.get(owner) ?? new Map<string, Prepared>()
  preparedStatements.set(owner, cached)
  const statement = cached.get(name) ?? build(owner).prepare(name)
  cached.set(name, statement)
  // The name determines the type: all callers with one name build the same statement.
  return statement as P
}

/** Types as the API returns them: int8 as a number, timestamptz as ISO 8601. */
const apiTypes = new TypeOverrides()
apiTypes.setTypeParser(types.builtins.INT8, Number)
apiTypes.setTypeParser(types.builtins.TIMESTAMPTZ, isoTime)

/**
 * Runs a prepared statement without Drizzle, which takes longer to map the rows of a list than PostgreSQL takes to find
 * them. `Row` is not checked here; the reply schema checks the result.
 */
export async function queryRaw<Row extends object>(
  db: Db,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const pool = pools.get(db)?.pool
  if (!pool) throw new Error('queryRaw() does not work in a transaction')
  const { rows } = await pool.query<Row>({ ...statement, types: apiTypes })
  return rows
}

export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}
