import { httpRoute, type ContractRoute, type Route } from '#platform/http/route.ts'

import { immutable, openClientFiles, type FindClientFile } from './client-files.ts'
import { prepareRender } from './render-page.ts'
import { siteFileRoutes } from './site-files.ts'
import { createDataFetcher } from './ssr-data.ts'
import { getRenderer } from './ssr-pool.ts'
import { isDev, viteRoute } from './vite-dev.ts'

const day = 'public, max-age=86400'

/** Files of web/public. */
const publicFiles = [
  'favicon.svg',
  'favicon.ico',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'share.png',
] as const

/** Pages and the files that they load. A page reads its data from `contractRoutes` while it is rendered. */
export function pageRoutes(contractRoutes: readonly ContractRoute[]): readonly Route[] {
  const fetchData = createDataFetcher(contractRoutes)
  if (isDev()) return [...siteFileRoutes, viteRoute(fetchData)]

  let files: Promise<FindClientFile> | undefined
  const findFile = async (name: string, cacheControl: string) =>
    (await (files ??= openClientFiles()))(name, cacheControl)

  return [
    ...siteFileRoutes,
    httpRoute({
      method: 'GET',
      path: '/assets/*',
      access: 'public',
      handle: ({ params }) => findFile(`assets/${params['*']}`, immutable),
    }),
    ...publicFiles.map((name) =>
      httpRoute({
        method: 'GET',
        path: `/${name}`,
        access: 'public',
        handle: () => findFile(name, day),
      }),
    ),
    httpRoute({
      method: 'GET',
      path: '/*',
      access: 'public',
      cached: async ({ app, request }) =>
        prepareRender(app, await getRenderer(app), request.url ?? '/', () => fetchData(app)),
    }),
  ]
}
