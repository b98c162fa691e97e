import type { HeaderList } from '#platform/http/headers.ts'
import type { RawRoute, Route } from '#platform/http/route.ts'

import { immutable, openClientFiles, type ClientFiles } from './client-files.ts'
import { developmentRoute } from './develop-pages.ts'
import { pagePolicy } from './page-policy.ts'
import { answerReads } from './page-reads.ts'
import { loadBuiltPages, type BuiltPages } from './page-renderer.ts'
import { renderPage } from './render-page.ts'

const day = 'public, max-age=86400'

/** Pages and the files they load. `routes` answer the calls that a page makes while it is rendered. */
export function pageRoutes(routes: readonly Route[]): readonly RawRoute[] {
  if (process.env['HUB_DEV'] === '1') return [developmentRoute(answerReads(routes))]

  let files: Promise<ClientFiles> | undefined
  const clientFiles = () => (files ??= openClientFiles())
  let pages: Promise<BuiltPages & { headers: HeaderList }> | undefined
  const builtPages = () =>
    (pages ??= openPages(routes).catch((error: unknown) => {
      // A build may still be on its way: the next request looks again.
      pages = undefined
      throw error
    }))

  return [
    {
      method: 'GET',
      path: '/assets/*',
      handle: async (_hub, request, response, { params }) =>
        (await clientFiles()).send(request, response, `assets/${params['*']}`, immutable),
    },
    {
      method: 'GET',
      path: '/favicon.svg',
      handle: async (_hub, request, response) =>
        (await clientFiles()).send(request, response, 'favicon.svg', day),
    },
    {
      method: 'GET',
      path: '/*',
      handle: async (hub, request, response, { sendStored }) => {
        const { headers, ...built } = await builtPages()
        const { key, entry } = await renderPage(hub, built, request.url ?? '/', headers)
        sendStored(request, response, key, entry)
      },
    },
  ]
}

async function openPages(routes: readonly Route[]): Promise<BuiltPages & { headers: HeaderList }> {
  const built = await loadBuiltPages()
  built.renderer.answerReadsBy(answerReads(routes))
  return {
    ...built,
    headers: ['content-security-policy', pagePolicy(built.renderer.firstPaintScript)],
  }
}
