import { httpRoute } from '#platform/http/route.ts'

import { readCli } from './read-cli.ts'

export const cliRoutes = [
  httpRoute({
    method: 'GET',
    path: '/cli.mjs',
    access: 'public',
    async handle({ app }) {
      const { text, sha256 } = await readCli(app.config.publicUrl)
      return {
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=300',
          // RFC 9530.
          'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
        },
        body: text,
      }
    },
  }),
  httpRoute({
    method: 'GET',
    path: '/cli.mjs.sha256',
    access: 'public',
    async handle({ app }) {
      const { sha256 } = await readCli(app.config.publicUrl)
      return {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
        // What `sha256sum --check` reads.
        body: `${sha256}  cli.mjs\n`,
      }
    },
  }),
]
