import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

import { notFound } from '#platform/failures.ts'
import { setHeaders } from '#platform/http/headers.ts'
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
}

/** The browser's files as the build left them: found by name in a list, so that no path of a request reaches the disk. */
export type ClientFiles = {
  send: (request: IncomingMessage, response: ServerResponse, name: string, maxAge: string) => Promise<void>
}

export const immutable = 'public, max-age=31536000, immutable'

export async function openClientFiles(): Promise<ClientFiles> {
  const names = new Set(await readdir(clientFolder, { recursive: true }).catch(() => []))
  const contents = new Map<string, Promise<Buffer>>()

  function read(name: string): Promise<Buffer> {
    const known = contents.get(name) ?? readFile(join(clientFolder, name))
    contents.set(name, known)
    return known
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    cacheControl: string,
  ) {
    const contentType = contentTypes[extname(name)]
    if (!names.has(name) || contentType === undefined) throw notFound('Not found')
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = (['br', 'gzip'] as const).find(
      (coding) => accepted.includes(coding) && names.has(`${name}.${suffixes[coding]}`),
    )
    const body = await read(encoding ? `${name}.${suffixes[encoding]}` : name)
    setHeaders(response, ['content-type', contentType, 'content-length', String(body.length)])
    setHeaders(response, ['cache-control', cacheControl, 'vary', 'accept-encoding'])
    if (encoding) response.setHeader('content-encoding', encoding)
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  return { send }
}

const suffixes = { br: 'br', gzip: 'gz' } as const
