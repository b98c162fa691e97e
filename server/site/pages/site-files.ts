import { day } from '#platform/clock.ts'
import { httpRoute } from '#platform/http/route.ts'

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
