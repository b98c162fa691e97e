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
  /**
   * Lets the next COMMIT of a transaction whose statements match `pattern` reach the database and take effect there. The
   * app does not get its reply: the connection is closed, or it is silent from then on. Resolves when that has happened.
   */
  interruptCommit(pattern: RegExp, how: LostReply): Promise<void>
  /** Ends the failure. Connections that lost data stay dead. */
  restore(): void
  close(): Promise<void>
}

export const lostReplies = ['closed', 'silent'] as const
export type LostReply = (typeof lostReplies)[number]

/** A COMMIT and a BEGIN as drizzle sends them: the message type Q, the length, the text. */
const commitMessage = 'Q\0\0\0\x0bcommit\0'
const beginMessage = /Q\0\0\0.begin/s

export async function startTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let target: { path: string } | { host: string; port: number } = { host: '127.0.0.1', port: 0 }
  let mode: 'open' | 'cut' | 'blackhole' = 'open'
  let delay = 0
  let interruption: { pattern: RegExp; how: LostReply; done: () => void } | undefined

  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy()
      return
    }
    const upstream = connect(target)
    forward(client, upstream)
    forward(upstream, client)
    let statements = ''
    client.on('data', (chunk) => {
      if (!interruption) return
      const text = chunk.toString('latin1')
      statements = beginMessage.test(text) ? text : statements + text
      if (!text.endsWith(commitMessage) || !interruption.pattern.test(statements)) return
      const { how, done } = interruption
      interruption = undefined
      upstream.removeAllListeners('data')
      // The reply arrives when the transaction has committed.
      upstream.once('data', () => {
        if (how === 'closed') client.destroy()
        else upstream.resume()
        done()
      })
    })
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
    interruptCommit: (pattern, how) =>
      new Promise((done) => {
        interruption = { pattern, how, done }
      }),
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
