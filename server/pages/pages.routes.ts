import type { RawRoute, Route } from '#platform/http/route.ts'

import { immutable, openClientFiles, type ClientFiles } from './client-files.ts'
import { developmentRoute, isDeveloping } from './develop-pages.ts'
import { openPages } from './hub-pages.ts'
import { answerReads } from './page-reads.ts'
import { renderPage } from './render-page.ts'

const day = 'public, max-age=86400'

/** Pages and the files they load. `routes` answer the calls that a page makes while it is rendered. */
export function pageRoutes(routes: readonly Route[]): readonly RawRoute[] {
  const readsOf = answerReads(routes)
  if (isDeveloping()) return [developmentRoute(readsOf)]

  let files: Promise<ClientFiles> | undefined
  const clientFiles = () => (files ??= openClientFiles())

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
        const pages = await openPages(hub)
        const { key, entry } = await renderPage(hub, pages, request.url ?? '/', () => readsOf(hub))
        sendStored(request, response, key, entry)
      },
    },
  ]
}
