import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

import type { ViteDevServer } from 'vite'

import type { App } from '#platform/app.ts'
import { httpRoute } from '#platform/http/route.ts'
import { serializeError } from '#platform/log.ts'
import { programFolder } from '#platform/version.ts'

import { loadRenderer } from './page-renderer.ts'
import { siteOf, type PageData } from './ssr-data.ts'

type OpenData = (app: App) => PageData

export const isDev = () => process.env['HUB_DEV'] === '1'

/** Pages from their sources: Vite serves the files and reloads those that change. */
export function viteRoute(openData: OpenData) {
  let opened: Promise<ViteDevServer> | undefined
  return httpRoute({
    method: 'GET',
    path: '/*',
    access: 'public',
    async handle({ app, request }) {
      const vite = await (opened ??= openVite())
      return {
        body: { open: async () => ({ send: (response) => serve(app, vite, openData, request, response) }) },
      }
    },
  })
}

async function serve(
  app: App,
  vite: ViteDevServer,
  openData: OpenData,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // It forbids Vite's own scripts and sockets.
  response.removeHeader('content-security-policy')
  vite.middlewares(request, response, () => {
    renderFromSource(app, vite, openData, request, response).catch((error: unknown) => {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      app.log.error('A page failed', serializeError(error))
      response.writeHead(500, { 'content-type': 'text/plain' }).end('The page failed. The log has the error.')
    })
  })
}

async function renderFromSource(
  app: App,
  vite: ViteDevServer,
  openData: OpenData,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const renderer = loadRenderer(await vite.ssrLoadModule('/entry-server.tsx'))
  const canonicalUrl = renderer.canonicalUrl(request.url ?? '/')
  const { fetchData } = openData(app)
  const result = await renderer.render(canonicalUrl, { site: siteOf(app), build: undefined }, fetchData)
  const document = await vite.transformIndexHtml(canonicalUrl, result.document)
  response.writeHead(result.status, { 'content-type': 'text/html; charset=utf-8' }).end(document)
}

/** Vite is a development dependency, so it is imported only here. */
async function openVite(): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({
    configFile: join(programFolder, 'vite.config.ts'),
    root: join(programFolder, 'web'),
    appType: 'custom',
    server: { middlewareMode: true },
  })
}
