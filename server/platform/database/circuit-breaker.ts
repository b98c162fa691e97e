import { Client, type Pool, type PoolClient, type PoolConfig } from 'pg'

/** Milliseconds, for the connection and for `select 1` each. A slow or distant database still responds within it. */
const probeTimeout = 1_000
const probeInterval = 250

const timeOut = /Query read timeout|timeout exceeded when trying to connect|due to connection timeout/

/**
 * A circuit breaker around the pool. After a timeout the database is probed over a separate connection (half-open).
 * While the probe fails (open), new connections fail at once instead of after two seconds each. Running statements are
 * not interrupted, because a write that PostgreSQL has received may still commit.
 */
export function withCircuitBreaker(
  pool: Pool,
  config: PoolConfig,
): { connect: () => Promise<PoolClient>; close: () => void } {
  let state: 'closed' | 'half-open' | 'open' | 'stopped' = 'closed'
  let isProbing = false

  function recordError(error: unknown): void {
    if (state !== 'closed' || !(error instanceof Error) || !timeOut.test(error.message)) return
    state = 'half-open'
    if (!isProbing) void probe()
  }

  /** A connection that is returned without an error had a response: a probe that began earlier says nothing more. */
  function recordRelease(error: unknown): void {
    if (error) recordError(error)
    else if (state === 'half-open') state = 'closed'
  }

  async function probe(): Promise<void> {
    isProbing = true
    const isAvailable = await responds(config)
    isProbing = false
    if (state === 'stopped' || state === 'closed') return
    state = isAvailable ? 'closed' : 'open'
    if (!isAvailable) setTimeout(() => void probe(), probeInterval).unref()
  }

  async function connect(): Promise<PoolClient> {
    if (state === 'open') throw new Error('Connection terminated: the database does not respond')
    const connecting = pool.connect()
    connecting.catch(recordError)
    return connecting
  }

  pool.on('release', recordRelease)
  return {
    connect,
    close() {
      state = 'stopped'
    },
  }
}

async function responds(config: PoolConfig): Promise<boolean> {
  const client = new Client({
    ...config,
    connectionTimeoutMillis: probeTimeout,
    query_timeout: probeTimeout,
    application_name: 'scripthaven probe',
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
