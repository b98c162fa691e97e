import { Client } from 'pg'
import { codeOf } from './process-checks.ts'

export type Connection = { host: string; port: number; user: string; database: string }

export type Answer = { state: 'ready'; version: string } | { state: 'starting' | 'silent'; reason: string }

const CANNOT_CONNECT_NOW = '57P03'

/** Whether the server takes queries, and which version it is. */
export async function askServer(connection: Connection): Promise<Answer> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const [row] = rows
    return row
      ? { state: 'ready' as const, version: row.server_version }
      : { state: 'silent' as const, reason: 'no answer' }
  }).catch((error: unknown) => ({
    state: codeOf(error) === CANNOT_CONNECT_NOW ? ('starting' as const) : ('silent' as const),
    reason: error instanceof Error ? error.message : String(error),
  }))
}

/** Sockets are trusted, TCP is not: who comes that way needs this password. */
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
  // Without a listener an ending server would end the hub.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
