import { Client } from 'pg'
import { codeOf } from './process-checks.ts'

export type Connection = { host: string; port: number; user: string; database: string }

export type Probe =
  | { state: 'ready'; version: string }
  | { state: 'starting' | 'unavailable'; reason: string }

const CANNOT_CONNECT_NOW = '57P03'

/** The state and the version of the server. */
export async function probeServer(connection: Connection): Promise<Probe> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const [row] = rows
    return row
      ? { state: 'ready' as const, version: row.server_version }
      : { state: 'unavailable' as const, reason: 'no response' }
  }).catch((error: unknown) => ({
    state: codeOf(error) === CANNOT_CONNECT_NOW ? ('starting' as const) : ('unavailable' as const),
    reason: error instanceof Error ? error.message : String(error),
  }))
}

/** Sets the password for TCP; connections over the socket need none. */
export async function setPassword(connection: Connection, password: string): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query(
      `alter role ${client.escapeIdentifier(connection.user)} password ${client.escapeLiteral(password)}`,
    )
  })
}

async function withClient<Result>(connection: Connection, work: (client: Client) => Promise<Result>) {
  const client = new Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  })
  // An 'error' event without a listener would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
