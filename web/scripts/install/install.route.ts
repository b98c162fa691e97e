import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { prefetch } from '#web/app/page-context.ts'
import { canonicalSearch, subpage, subpageHead } from '#web/scripts/versions/subpage-route.ts'
import { loadUrlVersion, parseVersionSearch } from '#web/scripts/versions/url-version.ts'
import { installPath } from '#web/scripts/versions/version-paths.ts'

import { installQuery } from './install.data.ts'

export const installRoute = createRoute({
  ...subpage,
  path: '/scripts/$id/install',
  validateSearch: parseVersionSearch,
  loaderDeps: ({ search: { v } }) => ({ v }),
  loader: async ({ context, params: { id }, deps: { v } }) => {
    const { script, version, versionId } = await loadUrlVersion(context, { id, v })
    if (versionId !== undefined) await prefetch(context, installQuery(versionId))
    return { script, version }
  },
  head: ({ match, loaderData }) =>
    subpageHead(match, loaderData, {
      name: 'Install',
      title: ({ name }, version) => `Install ${name}${version ? ` ${version.number}` : ''}`,
      description:
        import.meta.env.SSR &&
        (({ name }) =>
          `How to install ${name} on a server: what it needs, the order of its resources, the lines for server.cfg.`),
      path: ({ id }, version) => `${installPath(id)}${canonicalSearch(version)}`,
    }),
  component: lazyRouteComponent(() => import('./InstallPage.tsx'), 'InstallPage'),
  staticData: { source: 'scripts/install/InstallPage.tsx' },
})
