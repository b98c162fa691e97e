import { once } from 'node:events'
import { connect } from 'node:net'

/** `headers` is the status line and the headers as text. */
export type TimedResponse = { status: number; headers: string; body: Buffer; milliseconds: number }

/**
 * A keep-alive connection that sends one request at a time and uses as little CPU time as possible. The body of a
 * response is overwritten by the next one: new buffers led to collections of garbage, during which responses waited.
 */
export type Connection = { send(request: Buffer): Promise<TimedResponse>; close(): void }

type Pending = {
  resolve: (response: TimedResponse) => void
  reject: (error: Error) => void
  sentAt: number
}

const headersEnd = Buffer.from('\r\n\r\n')
/** Bytes. A longer response doubles the buffer. */
const responseBytes = 64 * 1024

export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  let pending: Pending | undefined
  let response = Buffer.allocUnsafeSlow(responseBytes)
  let size = 0
  let headersSize = 0
  let expectedSize = 0
  let headers = ''

  function receive(count: number, chunk: Uint8Array): boolean {
    if (size + count > response.length)
      response = Buffer.concat([response.subarray(0, size)], Math.max(response.length * 2, size + count))
    response.set(chunk.subarray(0, count), size)
    size += count
    if (headers === '') {
      headersSize = response.subarray(0, size).indexOf(headersEnd) + headersEnd.length
      if (headersSize < headersEnd.length) return true
      headers = response.toString('latin1', 0, headersSize)
      expectedSize = headersSize + Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0)
    }
    if (size < expectedSize) return true
    const done = pending
    pending = undefined
    done?.resolve({
      status: Number(headers.slice(9, 12)),
      headers,
      body: response.subarray(headersSize, size),
      milliseconds: performance.now() - done.sentAt,
    })
    return true
  }

  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafeSlow(responseBytes), callback: receive },
  })
  await once(socket, 'connect')
  const fail = () => pending?.reject(new Error('The connection was closed'))
  socket.on('error', fail).on('close', fail)

  return {
    send(request) {
      size = 0
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
