import { dirname, join } from 'node:path'

import type { Plugin } from 'vite'

const name = '\0plain-links'
const ours = join(import.meta.dirname, '../../web/app/plain-link.tsx')

/** In the server's build the router's `Link` is ours, which asks the router only where it has to. */
export function plainLinks(): Plugin {
  let library = ''
  return {
    name: 'plain-links',
    apply: (_, { command, isSsrBuild }) => command === 'build' && Boolean(isSsrBuild),
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\/link\.js$/ },
      handler(_, importer = '') {
        // The library's own modules among each other go on with theirs.
        if (!importer.endsWith('/react-router/dist/esm/index.js')) return null
        library = join(dirname(importer), 'link.js')
        return name
      },
    },
    load: {
      filter: { id: /^\0plain-links$/ },
      handler: () => `
import { Link as RouterLink } from ${JSON.stringify(library)}
import { plainLinkOr } from ${JSON.stringify(ours)}
export * from ${JSON.stringify(library)}
export const Link = plainLinkOr(RouterLink)`,
    },
  }
}
