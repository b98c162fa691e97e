import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg'

/**
 * The promise and the `query_timeout` of `client.query` assign functions to a property. V8 allocates such a function in the old
 * generation, and it refers to the rows: they would be promoted and stay until the next major garbage collection. Rejects after the
 * timeout; then the connection must not be used again.
 */
export async function runStatement<Row extends QueryResultRow>(
  client: PoolClient,
  statement: QueryConfig,
  timeoutMs: number,
): Promise<QueryResult<Row>> {
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Query read timeout')), timeoutMs)
      client.query(statement, (error: Error | null, result: QueryResult<Row>) => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve(result)
      })
    })
  } catch (error) {
    // The stack of an error of PostgreSQL begins where its message was read.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/** On a connection of a pool, which is closed after an error. */
export async function runOnPool<Row extends QueryResultRow>(
  pool: { connect(): Promise<PoolClient> },
  statement: QueryConfig,
  timeoutMs: number,
): Promise<QueryResult<Row>> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    return await runStatement(client, statement, timeoutMs)
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}
