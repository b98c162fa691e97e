import { readFile } from 'node:fs/promises'

import type { CacheableResponse } from '#platform/cache/response-cache.ts'
import { notFound } from '#platform/errors.ts'

const javascript = 'text/javascript; charset=utf-8'
const css = 'text/css; charset=utf-8'

/** The files of the two pages by the name in their URL, so that no path of a request reaches the disk. */
const files = new Map([
  [
    'swagger-ui-bundle.js',
    { url: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'), type: javascript },
  ],
  ['swagger-ui.css', { url: import.meta.resolve('swagger-ui-dist/swagger-ui.css'), type: css }],
  ['theme.js', { url: import.meta.resolve('./viewer/theme.js'), type: javascript }],
  ['viewer.js', { url: import.meta.resolve('./viewer/viewer.js'), type: javascript }],
  ['pages.css', { url: import.meta.resolve('./viewer/pages.css'), type: css }],
  ['viewer.css', { url: import.meta.resolve('./viewer/viewer.css'), type: css }],
])

export async function readViewerFile(name: string): Promise<CacheableResponse> {
  const file = files.get(name)
  if (!file) throw notFound('Not found')
  const body = await readFile(new URL(file.url))
  return { status: 200, headers: { 'content-type': file.type }, body, tags: new Set() }
}
