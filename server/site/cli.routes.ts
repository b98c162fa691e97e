import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { notFound } from '#platform/errors.ts'
import { httpRoute } from '#platform/http/route.ts'
import { CLI_BUNDLE } from '#tools/cli-bundle.mjs'

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

type Cli = { text: string; sha256: string }

const served = new Map<string, Promise<Cli>>()

/** The command line with the URL of this site inside, and the hash of that file. */
function readCli(publicUrl: string): Promise<Cli> {
  const known = served.get(publicUrl)
  if (known) return known
  const cli = read(publicUrl)
  served.set(publicUrl, cli)
  // A file that is missing now may be built later.
  cli.catch(() => served.delete(publicUrl))
  return cli
}

async function read(publicUrl: string): Promise<Cli> {
  const bundle = await readFile(CLI_BUNDLE, 'utf8').catch(() => {
    throw notFound('The command line is not built here')
  })
  const text = bundle.replace('{hub}', new URL(publicUrl).origin)
  return { text, sha256: createHash('sha256').update(text).digest('hex') }
}
