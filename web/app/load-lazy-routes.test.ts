import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'

import { missingGroup } from './load-lazy-routes.ts'
import { lazyRoutes, type RouteGroup } from './lazy-routes.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'
import { publicRouteTree } from './routes.ts'

const site = {
  siteName: 'Scripthaven',
  siteTagline: '',
  publicUrl: 'http://localhost',
  chatInviteUrl: '',
  hasDiscordApp: false,
  reviewMode: 'off',
  banner: null,
} as const

function groupOf(path: string): RouteGroup | undefined {
  const context = { queryClient: createQueryClient(false), site, response: { status: 200 }, isServer: false }
  const history = createMemoryHistory({ initialEntries: [path] })
  return missingGroup(createAppRouter(publicRouteTree(), context, history))
}

test.each(['/', '/scripts', '/scripts/1', '/nowhere'])('%s is complete with the first load', (path) => {
  expect(groupOf(path)).toBeUndefined()
})

test.each(['admin', 'archives', 'cases', 'forms', 'profiles', 'texts'] as const)(
  'the first visit of each page of %s loads it',
  async (group) => {
    for (const { options } of (await lazyRoutes[group]()).routes) {
      const path = String(Reflect.get(options, 'path'))
        .replace('{-$username}', 'kestrel')
        .replace('$number', 'DMCA-1')
        .replaceAll(/\$\w+/g, '1')
        .replace('$', 'a/b')
      expect([path, groupOf(path)]).toEqual([path, group])
    }
  },
)
