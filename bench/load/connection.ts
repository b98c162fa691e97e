import { once } from 'node:events'
import { connect } from 'node:net'

export type Told = { status: number; head: string; body: Buffer; milliseconds: number }

/** One kept connection that asks one thing after the other: as cheap as a client in JavaScript can be. */
export type Connection = { ask(request: Buffer): Promise<Told>; close(): void }

const headEnd = Buffer.from('\r\n\r\n')

export async function openConnection(address: string): Promise<Connection> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let waiting: { resolve: (told: Told) => void; reject: (error: Error) => void; askedAt: number } | undefined
  let chunks: Buffer[] = []
  let size = 0
  let wanted = 0
  let head = ''

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < wanted) return
    const all = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    if (head === '') {
      const end = all.indexOf(headEnd)
      if (end < 0) return
      head = all.toString('latin1', 0, end)
      wanted = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
    }
    chunks = [all]
    if (size < wanted) return
    const told = waiting
    const body = all.subarray(all.indexOf(headEnd) + 4)
    waiting = undefined
    told?.resolve({
      status: Number(head.slice(9, 12)),
      head,
      body,
      milliseconds: performance.now() - told.askedAt,
    })
  })
  const fail = () => waiting?.reject(new Error('The connection broke'))
  socket.on('error', fail).on('close', fail)

  return {
    ask(request) {
      chunks = []
      size = 0
      wanted = 0
      head = ''
      return new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The connection is closed'))
        waiting = { resolve, reject, askedAt: performance.now() }
        socket.write(request)
      })
    },
    close: () => socket.destroy(),
  }
}

export function requestOf(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Buffer {
  const all = {
    host: 'bench',
    ...headers,
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
