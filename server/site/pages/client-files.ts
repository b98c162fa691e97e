import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import { etagOf, type EncodedResponse } from '#platform/cache/response-cache.ts'
import { notFound } from '#platform/errors.ts'
import { programFolder } from '#platform/version.ts'

const clientFolder = join(programFolder, 'dist/client')

const contentTypes: Record<string, string | undefined> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

/** The content hash in its name identifies the file. */
export const immutable = 'public, max-age=31536000, immutable'

export type FindClientFile = (name: string, cacheControl: string) => Promise<EncodedResponse>

/** The client build in memory. Files are found in a list of names, so no path of a request reaches the disk. */
export async function openClientFiles(): Promise<FindClientFile> {
  const names = new Set(await readdir(clientFolder, { recursive: true }).catch(() => []))
  const files = new Map<string, Promise<EncodedResponse>>()

  async function read(name: string, contentType: string, cacheControl: string): Promise<EncodedResponse> {
    const readIfBuilt = (file: string) => (names.has(file) ? readFile(join(clientFolder, file)) : undefined)
    const [identity, br, gzip] = await Promise.all([
      readFile(join(clientFolder, name)),
      readIfBuilt(`${name}.br`),
      readIfBuilt(`${name}.gz`),
    ])
    return {
      status: 200,
      etag: etagOf(identity),
      headers: { 'content-type': contentType, 'cache-control': cacheControl },
      bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
    }
  }

  return async (name, cacheControl) => {
    const contentType = contentTypes[extname(name)]
    if (!names.has(name) || contentType === undefined) throw notFound('Not found')
    const file = files.get(name) ?? read(name, contentType, cacheControl)
    files.set(name, file)
    return file
  }
}
