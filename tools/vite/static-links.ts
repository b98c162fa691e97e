import { dirname, join } from 'node:path'

import type { Plugin } from 'vite'

const virtualId = '\0static-links'
const staticLink = join(import.meta.dirname, '../../web/app/static-link.tsx')

/** Replaces the router's Link in the server build by a faster one (docs/decisions/0017). */
export function staticLinks(): Plugin {
  let routerLink = ''
  return {
    name: 'static-links',
    apply: (_, { command, isSsrBuild }) => command === 'build' && Boolean(isSsrBuild),
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\/link\.js$/ },
      handler(_, importer = '') {
        // Only for users of the package: its own modules keep its Link.
        if (!importer.endsWith('/react-router/dist/esm/index.js')) return null
        routerLink = join(dirname(importer), 'link.js')
        return virtualId
      },
    },
    load: {
      filter: { id: /^\0static-links$/ },
      handler: () => `
import { Link as RouterLink } from ${JSON.stringify(routerLink)}
import { createStaticLink } from ${JSON.stringify(staticLink)}
export * from ${JSON.stringify(routerLink)}
export const Link = createStaticLink(RouterLink)`,
    },
    buildEnd(error) {
      if (!error && !routerLink) this.error('Static links: the module of the router’s Link was not found')
    },
  }
}
