import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

import type { ViteDevServer } from 'vite'

import type { RawRoute } from '#platform/http/route.ts'
import type { Hub } from '#platform/hub.ts'
import { describeError } from '#platform/log.ts'
import { programFolder } from '#platform/version.ts'

import type { PageReads } from './page-reads.ts'
import { openRenderer } from './page-renderer.ts'
import { siteOf } from './site-of.ts'

type ReadsOf = (hub: Hub) => PageReads

export const isDeveloping = () => process.env['HUB_DEV'] === '1'

/** Pages from their sources: Vite answers for the files and reloads what changes; nothing is kept. */
export function developmentRoute(readsOf: ReadsOf): RawRoute {
  let opened: Promise<ViteDevServer> | undefined
  return {
    method: 'GET',
    path: '/*',
    handle: async (hub, request, response) => {
      const vite = await (opened ??= openVite())
      // Vite's own scripts and sockets would be refused.
      response.removeHeader('content-security-policy')
      vite.middlewares(request, response, () => {
        sendFresh(vite, hub, readsOf, request, response).catch((error: unknown) => {
          if (error instanceof Error) vite.ssrFixStacktrace(error)
          hub.log.error('A page failed', describeError(error))
          response.writeHead(500, { 'content-type': 'text/plain' }).end('The page failed; the log says why.')
        })
      })
    },
  }
}

async function sendFresh(
  vite: ViteDevServer,
  hub: Hub,
  readsOf: ReadsOf,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const renderer = openRenderer(await vite.ssrLoadModule('/entry-server.tsx'))
  const address = renderer.canonicalAddress(request.url ?? '/')
  const { read } = readsOf(hub)
  const result = await renderer.render(address, { site: siteOf(hub), build: undefined }, read)
  const document = await vite.transformIndexHtml(address, result.document)
  response.writeHead(result.status, { 'content-type': 'text/html; charset=utf-8' }).end(document)
}

/** Only development needs Vite, so only it loads it. */
async function openVite(): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({
    configFile: join(programFolder, 'vite.config.ts'),
    root: join(programFolder, 'web'),
    appType: 'custom',
    server: { middlewareMode: true },
  })
}
