import { connect, createServer, type Socket } from 'node:net'

import type { DatabaseAddress } from '#platform/database.ts'

/** The line from a hub to its database, where a test can do what networks do. */
export type Line = {
  /** The same database, reached over this line. */
  through(address: DatabaseAddress): DatabaseAddress
  /** As when the server is stopped: connections end, new ones too. */
  cut(): void
  /** As when a machine or a cable is gone: nothing comes and nothing ends. */
  silence(): void
  /** Everything takes this many milliseconds longer, each way. */
  delay(milliseconds: number): void
  /** From now on connections are made as usual; those of before stay as they are. */
  mend(): void
  close(): Promise<void>
}

export async function openLine(): Promise<Line> {
  const sockets = new Set<Socket>()
  let target: { path: string } | { host: string; port: number } = { host: '127.0.0.1', port: 0 }
  let mode: 'open' | 'cut' | 'silent' = 'open'
  let wait = 0

  const server = createServer((near) => {
    if (mode === 'cut') {
      near.destroy()
      return
    }
    const far = connect(target)
    join(near, far)
    join(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  const port = typeof listening === 'object' && listening ? listening.port : 0

  function join(from: Socket, to: Socket) {
    let isDead = false
    let last = Promise.resolve()
    sockets.add(from)
    from.on('data', (chunk) => {
      // What was lost on the way is lost: such a connection never speaks again.
      isDead ||= mode === 'silent'
      const milliseconds = wait
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

  function end() {
    for (const socket of sockets) socket.destroy()
  }

  return {
    through(address) {
      const given = 'connectionString' in address ? parsed(address.connectionString) : address
      const isFolder = given.host.startsWith('/')
      target = isFolder
        ? { path: `${given.host}/.s.PGSQL.${given.port}` }
        : { host: given.host, port: given.port }
      if (!('connectionString' in address)) return { ...address, host: '127.0.0.1', port }
      const url = new URL(address.connectionString)
      url.host = `127.0.0.1:${port}`
      return { connectionString: url.href }
    },
    cut() {
      mode = 'cut'
      end()
    },
    silence: () => void (mode = 'silent'),
    delay: (milliseconds) => void (wait = milliseconds),
    mend() {
      mode = 'open'
      wait = 0
    },
    async close() {
      end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function parsed(connectionString: string): { host: string; port: number } {
  const { hostname, port } = new URL(connectionString)
  return { host: hostname, port: Number(port || 5432) }
}
