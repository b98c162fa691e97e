import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import { etagOf, type EncodedResponse } from '#platform/cache/response-cache.ts'
import { day } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import { httpRoute } from '#platform/http/route.ts'
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

const cacheControl = 'public, max-age=86400'

/** Small files about the site that browsers and security tools request by name. */
export const siteFileRoutes = [
  httpRoute({
    method: 'GET',
    path: '/manifest.webmanifest',
    access: 'public',
    async handle({ app: { settings } }) {
      const manifest = {
        name: settings.siteName,
        short_name: settings.siteName,
        ...(settings.tagline && { description: settings.tagline }),
        start_url: '/',
        display: 'browser',
        background_color: '#100e0b',
        theme_color: '#100e0b',
        icons: [icon(192), icon(512)],
      }
      return {
        headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
        body: JSON.stringify(manifest),
      }
    },
  }),
  // RFC 9116.
  httpRoute({
    method: 'GET',
    path: '/.well-known/security.txt',
    access: 'public',
    async handle({ app: { config, settings, clock } }) {
      const expires = new Date(clock.now().getTime() + 180 * day).toISOString()
      const lines = [
        `Contact: ${config.securityContact ?? settings.chatInviteUrl}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${config.publicUrl}/.well-known/security.txt`,
      ]
      return {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': cacheControl },
        body: `${lines.join('\n')}\n`,
      }
    },
  }),
  // Password managers open it: https://w3c.github.io/webappsec-change-password-url/
  httpRoute({
    method: 'GET',
    path: '/.well-known/change-password',
    access: 'public',
    handle: async () => ({ status: 302, headers: { location: '/profile/settings?tab=password' }, body: '' }),
  }),
]

function icon(size: number) {
  return {
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  }
}
