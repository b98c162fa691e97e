import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'

import { buildRequest } from './connection.ts'

/** Uploads a file. */
export async function upload(
  url: string,
  path: string,
  size: number,
): Promise<{ seconds: number; status: number; text: string }> {
  const startedAt = performance.now()
  const sending = request(url, { method: 'PUT', headers: { 'content-length': size } })
  const responded = once(sending, 'response')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), sending)
  const [response]: IncomingMessage[] = await responded
  let text = ''
  for await (const part of response ?? []) text += String(part)
  return { seconds: (performance.now() - startedAt) / 1000, status: response?.statusCode ?? 0, text }
}

/** Downloads a file without reading its bytes: their cost would be measured too. */
export async function download(url: string): Promise<{ seconds: number; bytes: number }> {
  const startedAt = performance.now()
  const { hostname, port, pathname } = new URL(url)
  let bytes = 0
  const buffer = Buffer.alloc(1 << 20)
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: { buffer, callback: (count) => ((bytes += count), true) },
  })
  socket.write(buildRequest(pathname, { headers: { connection: 'close' } }))
  await once(socket, 'close')
  return { seconds: (performance.now() - startedAt) / 1000, bytes }
}
