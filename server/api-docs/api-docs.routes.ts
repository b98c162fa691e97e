import type { RawRoute } from '#platform/http/route.ts'

import { renderDocs, styleHash } from './docs-page.ts'
import { describeApi } from './openapi.ts'

const pagePolicy = `default-src 'none'; style-src ${styleHash}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The published contract: a document for machines and a page for people, each made once. */
export const apiDocsRoutes: readonly RawRoute[] = [
  {
    method: 'GET',
    path: '/api/openapi.json',
    handle: async (hub, request, response, { sendStored }) => {
      const entry = await hub.cache.fill('openapi', async () => ({
        status: 200,
        contentType: 'application/json; charset=utf-8',
        body: JSON.stringify(describeApi(hub.config.publicUrl)),
        tags: new Set(),
      }))
      sendStored(request, response, 'openapi', entry)
    },
  },
  {
    method: 'GET',
    path: '/api/docs',
    handle: async (hub, request, response, { sendStored }) => {
      const entry = await hub.cache.fill('api docs', async () => ({
        status: 200,
        contentType: 'text/html; charset=utf-8',
        body: renderDocs(hub.config.siteName),
        headers: ['content-security-policy', pagePolicy],
        tags: new Set(),
      }))
      sendStored(request, response, 'api docs', entry)
    },
  },
]
