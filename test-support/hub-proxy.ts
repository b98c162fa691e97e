import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

import { onTestFinished } from 'vitest'

/** Changes what the hub answers. */
export type ProxyAnswer = (
  path: string,
  text: string,
) => { status?: number; headers?: Record<string, string>; text: string }

/** A server between the command line and the hub. */
export async function startHubProxy(hub: string, answer: ProxyAnswer) {
  const requests: { path: string; token: string | undefined }[] = []
  const proxy: Server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, token: request.headers.authorization })
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const headers = {
        'content-type': 'application/json',
        ...(request.headers.authorization && { authorization: request.headers.authorization }),
      }
      const real = await fetch(hub + path, {
        method: request.method ?? 'GET',
        headers,
        body: request.method === 'POST' ? Buffer.concat(chunks) : null,
      })
      const { status = real.status, headers: changed = {}, text } = answer(path, await real.text())
      response.writeHead(status, { 'content-type': 'application/json', ...changed }).end(text)
    })()
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => new Promise<void>((resolve) => proxy.close(() => resolve())))
  const address = proxy.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { url, requests }
}
