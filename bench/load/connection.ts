import { once } from 'node:events'
import { connect } from 'node:net'

/** `headers` is the status line and the headers as text. */
export type TimedResponse = { status: number; headers: string; body: Buffer; milliseconds: number }

/** A keep-alive connection that sends one request at a time and uses as little CPU time as possible. */
export type Connection = { send(request: Buffer): Promise<TimedResponse>; close(): void }

type Pending = {
  resolve: (response: TimedResponse) => void
  reject: (error: Error) => void
  sentAt: number
}

const headersEnd = Buffer.from('\r\n\r\n')

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let pending: Pending | undefined
  let chunks: Buffer[] = []
  let size = 0
  let expectedSize = 0
  let headers = ''

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < expectedSize) return
    const all = chunks.length === 1 ? chunk : Buffer.concat(chunks)
    if (headers === '') {
      const end = all.indexOf(headersEnd)
      if (end < 0) return
      headers = all.toString('latin1', 0, end)
      expectedSize = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0)
    }
    chunks = [all]
    if (size < expectedSize) return
    const done = pending
    const body = all.subarray(all.indexOf(headersEnd) + 4)
    pending = undefined
    done?.resolve({
      status: Number(headers.slice(9, 12)),
      headers,
      body,
      milliseconds: performance.now() - done.sentAt,
    })
  })
  const fail = () => pending?.reject(new Error('The connection was closed'))
  socket.on('error', fail).on('close', fail)

  return {
    send(request) {
      chunks = []
      size = 0
      expectedSize = 0
      headers = ''
      return new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('The connection is closed'))
        pending = { resolve, reject, sentAt: performance.now() }
        socket.write(request)
      })
    },
    close: () => socket.destroy(),
  }
}

export function buildRequest(
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
