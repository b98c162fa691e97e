import { Client, type Pool, type PoolClient, type PoolConfig } from 'pg'

/** Milliseconds, for a line of its own and for `select 1` each: a database that is slow or far away still makes it. */
const answersWithin = 1_000
const askAgainAfter = 250

const timeOut = /Query read timeout|timeout exceeded when trying to connect|due to connection timeout/

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/**
 * The pool for as long as the database answers. After a time-out the database is asked by a line of its own; while that
 * gets no answer either, connections are refused at once instead of after two seconds each. What is under way keeps
 * its patience: a write that the database has taken may still be done.
 */
export function breakWhenSilent(pool: Pool, address: PoolConfig): { pool: Pool; close(): void } {
  let state: 'answers' | 'is asked' | 'is silent' | 'is closed' = 'answers'

  function note(error: unknown): void {
    if (state !== 'answers' || !(error instanceof Error) || !timeOut.test(error.message)) return
    state = 'is asked'
    void ask()
  }

  async function ask(): Promise<void> {
    const isThere = await answers(address)
    if (state === 'is closed') return
    state = isThere ? 'answers' : 'is silent'
    if (!isThere) setTimeout(() => void ask(), askAgainAfter).unref()
  }

  // The pool's own `query` connects by a callback, transactions by a promise.
  function connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (state === 'is silent') {
      const refusal = new Error('Connection terminated: the database does not answer')
      if (!callback) return Promise.reject(refusal)
      callback(refusal, undefined, () => undefined)
      return undefined
    }
    if (!callback) {
      const connecting = pool.connect()
      connecting.catch(note)
      return connecting
    }
    pool.connect((error, client, release) => {
      note(error)
      callback(error, client, release)
    })
    return undefined
  }

  // Also what broke a connection that somebody had.
  pool.on('release', note)
  return {
    pool: Object.create(pool, { connect: { value: connect } }),
    close() {
      state = 'is closed'
    },
  }
}

async function answers(address: PoolConfig): Promise<boolean> {
  const client = new Client({
    ...address,
    connectionTimeoutMillis: answersWithin,
    query_timeout: answersWithin,
    application_name: 'scripthaven asks',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    client.connection.stream.destroy()
  }
}
