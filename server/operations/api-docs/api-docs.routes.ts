import type { App } from '#platform/app.ts'
import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { anyOriginHeaders } from '#platform/http/headers.ts'
import { httpRoute, type ContractRoute, type Route } from '#platform/http/route.ts'

import { settingsTag } from '#server/site/site.public.ts'

import { describeApi } from './describe-api.ts'
import { guidePolicy, referencePolicy, renderGuide, renderReference, readViewerFile } from './render-pages.ts'

/** The published contract: an OpenAPI document for programs, a reference and a guide for readers. */
export function apiDocsRoutes(contractRoutes: readonly ContractRoute[]): readonly Route[] {
  const cached = new Set(contractRoutes.filter((route) => route.cached).map(({ endpoint }) => endpoint))
  return [
    documentRoute('/api/openapi.json', async ({ config, settings }) => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', ...anyOriginHeaders },
      body: JSON.stringify(describeApi({ ...config, ...settings }, cached)),
      tags: new Set([settingsTag]),
    })),
    documentRoute('/api/docs', async ({ settings }) =>
      page(renderReference(settings.siteName), referencePolicy),
    ),
    documentRoute('/api/guide', async ({ settings }) =>
      page(await renderGuide(settings.siteName), guidePolicy),
    ),
    documentRoute('/api/docs/:file', (_, { file = '' }) => readViewerFile(file)),
  ]
}

function documentRoute(
  path: string,
  read: (app: App, params: Record<string, string>) => Promise<CacheableResponse>,
): Route {
  return httpRoute({
    method: 'GET',
    path,
    access: 'public',
    cached: ({ app, params }) => ({
      key: `api docs ${path} ${params['file'] ?? ''}`,
      compute: () => read(app, params),
    }),
  })
}

function page(body: string, policy: string): CacheableResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-robots-tag': 'noindex',
    },
    body,
    tags: new Set([settingsTag]),
  }
}
