import { DrizzleQueryError, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { DatabaseError, Pool, TypeOverrides, types, type PoolClient, type QueryConfig } from 'pg'

import { breakWhenSilent } from './database-breaker.ts'
import { unavailable } from './failures.ts'
import { isoTime } from './iso-time.ts'

/** The database, or a transaction on it: every function that reads or writes takes one first. */
export type Db = NodePgDatabase

export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

export type Database = { db: Db; pool: Pool; close(): Promise<void> }

/**
 * Milliseconds. A public read that takes longer is answered 503, with the grace of the line after two seconds; writes
 * get more, a commit may wait for the disk.
 */
const readTimeout = 1_800
const writeTimeout = 10_000
/** The server ends what takes too long; this much later the line itself is taken for dead. */
const lineGrace = 200

/** Channel on which nodes tell each other what a committed write changed. */
export const changesChannel = 'scripthaven_changes'

export function openDatabase(address: DatabaseAddress, options: { connectionsMax?: number } = {}): Database {
  const pool = new Pool({
    ...address,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: readTimeout,
    query_timeout: readTimeout + lineGrace,
    keepAlive: true,
    application_name: 'scripthaven',
  })
  // A connection that breaks is dropped by the pool. Without listeners it would end the process: the pool's own
  // hears of the idle ones only, and between two statements of a transaction nobody else does.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const breaker = breakWhenSilent(pool, address)
  const db = drizzle(breaker.pool)
  pools.set(db, breaker.pool)
  return {
    db,
    pool,
    close() {
      breaker.close()
      return pool.end()
    },
  }
}

const pools = new WeakMap<Db, Pool>()

type Pending = { tags: Set<string>; afterCommit: (() => void)[] }
const pending = new WeakMap<object, Pending>()

/** A change on its way to the other nodes: one of the two is called, and a writer's answer waits for the first. */
export type Telling = {
  /** Goes along with the tags, so that others can say what they saw. */
  mark?: string
  committed(tags: readonly string[]): Promise<void>
  abandoned(): void
}
const tellers = new WeakMap<object, () => Telling>()

/** Calls `begin` for each transaction of this process that changes something that others may show. */
export function tellChanges(db: Db, begin: () => Telling): void {
  tellers.set(db, begin)
}

/**
 * Runs `work` in one transaction, or inside the caller's when there already is one. A deadlock or a
 * serialization failure is tried again, three times in all, so `work` must not act outside the database;
 * what has to follow a commit goes through `afterCommit`.
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
  const waiting: Pending = { tags: new Set(), afterCommit: [] }
  let telling: Telling | undefined
  const commit = onConnection(db, writeTimeout, async (tx) => {
    pending.set(tx, waiting)
    const done = await work(tx)
    if (waiting.tags.size > 0) telling = tellers.get(db)?.()
    const told = telling?.mark === undefined ? waiting.tags : [...waiting.tags, telling.mark]
    // One NOTIFY a transaction: a notice for each row made likes three times slower.
    for (const payload of noticesOf(told))
      await tx.execute(sql`select pg_notify(${changesChannel}, ${payload})`)
    return done
  })
  const result = await commit.catch((error: unknown) => {
    telling?.abandoned()
    throw error
  })
  await telling?.committed([...waiting.tags])
  for (const act of waiting.afterCommit) act()
  return result
}

/** Reads under settings of their own, for which `work` says `set local`. */
export function inReadTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db instanceof PgTransaction ? db.transaction(work) : onConnection(db, readTimeout, work)
}

type Connection = {
  db: Db
  /** Milliseconds for each statement of the transaction that has it. */
  timeout: number
  /** Why it cannot be used again. */
  broken: Error | undefined
}
const connections = new WeakMap<PoolClient, Connection>()
/** The connection that a transaction runs on. */
const connectionsOf = new WeakMap<Db, Db>()

/**
 * A transaction on a connection that goes back to the pool only if it can be used again. Drizzle's own keeps one whose
 * `begin` fails, and gives one back that a statement still hangs on.
 */
async function onConnection<T>(db: Db, timeout: number, work: (tx: Db) => Promise<T>): Promise<T> {
  const pool = pools.get(db)
  if (!pool) throw new Error('A transaction begins on the database')
  const client = await pool.connect()
  const connection = connections.get(client) ?? connectionOf(client)
  connection.timeout = timeout
  try {
    return await connection.db.transaction((tx) => {
      connectionsOf.set(tx, connection.db)
      return work(tx)
    })
  } finally {
    client.release(connection.broken)
  }
}

function connectionOf(client: PoolClient): Connection {
  /** Once the line is dead no other statement waits for it, a rollback neither. */
  async function query(config: QueryConfig, values?: unknown[]) {
    if (connection.broken) throw connection.broken
    const patient = { ...config, query_timeout: connection.timeout + lineGrace }
    if (config.text === 'begin') {
      // Its patience goes along, which saves a way there and back.
      patient.text = `begin; set local statement_timeout = ${connection.timeout}`
      // Nothing is done yet that a write would have to wait for.
      patient.query_timeout = readTimeout + lineGrace
    }
    try {
      return await client.query(patient, values)
    } catch (error) {
      if (error instanceof Error && !(error instanceof DatabaseError)) connection.broken = error
      throw error
    }
  }
  const watched: PoolClient = Object.create(client, { query: { value: query } })
  const connection: Connection = { db: drizzle(watched), timeout: writeTimeout, broken: undefined }
  connections.set(client, connection)
  return connection
}

/** Names what this transaction changes, so that every node drops the answers that show it once it commits. */
export function changed(tx: Db, ...tags: string[]): void {
  const waiting = pending.get(tx)
  if (!waiting) throw new Error('A change is announced inside a transaction')
  for (const tag of tags) waiting.tags.add(tag)
}

/** Runs `act` once the transaction has committed, and never when it has not. */
export function afterCommit(tx: Db, act: () => void): void {
  const waiting = pending.get(tx)
  if (!waiting) throw new Error('There is no transaction to wait for')
  waiting.afterCommit.push(act)
}

/** A notice carries less than 8,000 bytes. */
function noticesOf(tags: Iterable<string>): string[] {
  const notices: string[] = []
  for (const tag of tags) {
    const last = notices.at(-1)
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(tag) < 7_000)
      notices[notices.length - 1] = `${last},${tag}`
    else notices.push(tag)
  }
  return notices
}

type Prepared = { execute(values?: Record<string, unknown>): Promise<unknown> }
const preparedStatements = new WeakMap<object, Map<string, Prepared>>()

/**
 * A statement built once and kept by name: three times as fast as building it for each call. In transactions it is
 * kept for each connection, because it has to run on that one.
 */
export function prepared<P extends Prepared>(
  db: Db,
  name: string,
  build: (db: Db) => { prepare(name: string): P },
): P {
  const home = db instanceof PgTransaction ? connectionsOf.get(db) : db
  // A transaction inside another one.
  if (!home) return build(db).prepare(name)
  const known = preparedStatements.get(home) ?? new Map<string, Prepared>()
  preparedStatements.set(home, known)
  const statement = known.get(name) ?? build(home).prepare(name)
  known.set(name, statement)
  // The name decides the type: whoever asks for it builds the same statement.
  return statement as P
}

/** As answers show them: an int8 is a number, a time ISO 8601. */
const shownTypes = new TypeOverrides()
shownTypes.setTypeParser(types.builtins.INT8, Number)
shownTypes.setTypeParser(types.builtins.TIMESTAMPTZ, isoTime)

/**
 * The rows of a statement that is prepared under its name, past Drizzle, which takes longer to map the rows of a list
 * than the database to find them. Nothing holds `Row` to what is selected but the reply's schema.
 */
export async function readRows<Row extends object>(
  db: Db,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const pool = pools.get(db)
  if (!pool) throw new Error('Rows are read outside of transactions')
  const { rows } = await pool.query<Row>({ ...statement, types: shownTypes })
  return rows
}

/** The SQLSTATE behind an error, looked for under Drizzle's wrapping. */
export function databaseCode(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError ? cause.code : undefined
}

/** The unique constraint that a write ran into, or undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === '23505' ? cause.constraint : undefined
}

const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|not queryable|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE/

/** The refusal for an error that says the database is away or too slow, or undefined for any other. */
export function databaseOutage(error: unknown): Error | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const code = databaseCode(error)
  const away = code === '57014' || code?.startsWith('57P') || code?.startsWith('08') || code?.startsWith('53')
  if (away || (!code && cause instanceof Error && lostConnection.test(cause.message) && !('path' in cause)))
    return unavailable('The site is busy. Please try again in a moment.')
  return undefined
}

export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}
