import { connect, createServer, type Socket } from 'node:net'

import type { DatabaseConfig } from '#platform/database/database.ts'

/** A TCP proxy between the app and its database that can simulate network failures. */
export type TcpProxy = {
  /** The same database, reached through this proxy. */
  through(config: DatabaseConfig): DatabaseConfig
  /** Closes all connections and rejects new ones, as a stopped server does. */
  cut(): void
  /** Drops all data without closing a connection, as an unreachable machine does. */
  blackhole(): void
  /** Delays all data by this many milliseconds in each direction. */
  delay(milliseconds: number): void
  /** Ends the failure. Connections that lost data stay dead. */
  restore(): void
  close(): Promise<void>
}

export async function startTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let target: { path: string } | { host: string; port: number } = { host: '127.0.0.1', port: 0 }
  let mode: 'open' | 'cut' | 'blackhole' = 'open'
  let delay = 0

  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy()
      return
    }
    const upstream = connect(target)
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  const port = typeof listening === 'object' && listening ? listening.port : 0

  function forward(from: Socket, to: Socket) {
    let isDead = false
    let last = Promise.resolve()
    sockets.add(from)
    from.on('data', (chunk) => {
      // A TCP stream with a gap cannot continue.
      isDead ||= mode === 'blackhole'
      const milliseconds = delay
      last = last.then(async () => {
        if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
        if (!isDead && to.writable) to.write(chunk)
      })
    })
    from
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
  }

  function closeConnections() {
    for (const socket of sockets) socket.destroy()
  }

  return {
    through(config) {
      const { host, port: targetPort } =
        'connectionString' in config ? parse(config.connectionString) : config
      target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${targetPort}` } : { host, port: targetPort }
      if (!('connectionString' in config)) return { ...config, host: '127.0.0.1', port }
      const url = new URL(config.connectionString)
      url.host = `127.0.0.1:${port}`
      return { connectionString: url.href }
    },
    cut() {
      mode = 'cut'
      closeConnections()
    },
    blackhole: () => void (mode = 'blackhole'),
    delay: (milliseconds) => void (delay = milliseconds),
    restore() {
      mode = 'open'
      delay = 0
    },
    async close() {
      closeConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function parse(connectionString: string): { host: string; port: number } {
  const { hostname, port } = new URL(connectionString)
  return { host: hostname, port: Number(port || 5432) }
}
