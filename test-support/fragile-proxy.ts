import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

import type { TestApp } from './test-app.ts'

/** Waits until the hub has stored some bytes of an upload. */
async function storesBytes(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'files', 'tmp')
  await expect
    .poll(async () => {
      const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
      return Math.max(0, ...(await Promise.all(sizes)))
    })
    .toBeGreaterThan(0)
}

/** Between the command line and the hub; the first upload breaks after some bytes. */
export async function startFragileProxy(app: Pick<TestApp, 'url' | 'dataDir'>, onBreak?: () => void) {
  const uploads: { method: string; offset: string | undefined; token: string | undefined }[] = []
  let breaks = 1
  const proxy = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '', headers } = incoming
    const isUpload = method === 'PATCH'
    if (method === 'PATCH' || method === 'HEAD')
      uploads.push({ method, offset: String(headers['upload-offset']), token: headers.authorization })
    const target = request(new URL(url, app.url), { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(outgoing)
    })
    target.on('error', () => outgoing.destroy())
    let sent = 0
    incoming.on('data', (chunk: Buffer) => {
      sent += chunk.length
      target.write(chunk)
      if (!isUpload || breaks === 0 || sent < 2_000_000) return
      breaks = 0
      incoming.pause()
      void storesBytes(app.dataDir).then(() => {
        onBreak?.()
        target.destroy()
        incoming.destroy()
      })
    })
    incoming.on('end', () => target.end())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const address = proxy.address()
  return { uploads, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}
