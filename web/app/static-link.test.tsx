import { createMemoryHistory, Link, RouterContextProvider } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { createStaticLink } from './static-link.tsx'
import type { LinkInput } from './static-link.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'
import { publicRouteTree } from './routes.ts'

const RouterLink = (link: LinkInput) => <Link {...link} />
const routerLinks: LinkInput[] = []
const StaticLink = createStaticLink((link) => {
  routerLinks.push(link)
  return <RouterLink {...link} />
})

const publicRoutes = publicRouteTree()
const urls = [
  '/',
  '/scripts',
  '/scripts?page=2&category=Mapping',
  '/scripts/12',
  '/scripts/12/edit',
  '/scripts/',
  '/user/Ann',
  '/user/J%C3%B6rg',
  '/nowhere/at-all',
]

/** Typed as string, so that paths without a route are possible. */
const to = (path: string, link: Omit<LinkInput, 'to'> = {}): LinkInput => ({ ...link, to: path })

const staticLinks = [
  to('/'),
  to('/', { activeOptions: { exact: true }, className: 'link', 'aria-label': 'Home' }),
  to('/scripts', { activeOptions: { includeSearch: false } }),
  to('/scripts', { preload: false, resetScroll: false }),
  to('/scripts', { hash: 'search', activeOptions: { exact: true, includeHash: true } }),
  to('/scripts', { search: { category: 'Mapping', page: 2 }, className: 'page', rel: 'next' }),
  to('/scripts', {
    search: { page: 2 },
    activeOptions: { exact: true, explicitUndefined: true },
    'aria-current': 'page',
  }),
  to('/scripts', { search: { page: 2 } }),
  to('/scripts', { search: { q: 'a & b', tag: 'Köln', page: undefined } }),
  to('/scripts/12'),
  to('/scripts/1'),
  to('/user/Ann'),
  to('/terms'),
]
const otherLinks = [
  to('/user/J%C3%B6rg'),
  to('/user/a%2Fb'),
  to('/user/Jörg'),
  to('/user/..'),
  to('/scripts/$id', { params: { id: '7' } }),
  to('/scripts/'),
  to('/scripts', { style: { color: 'red' } }),
  to('/scripts', { search: true }),
  to('.'),
  to('https://elsewhere.example/'),
  to('javascript:alert(1)'),
  to('//elsewhere.example'),
]

test.each(urls)('a static link on %s has the same markup as the router’s', (url) => {
  for (const link of [...staticLinks, ...otherLinks])
    expect(render(StaticLink, link, url)).toBe(render(RouterLink, link, url))
})

test('only links without a literal path are rendered by the router', () => {
  routerLinks.length = 0
  for (const link of staticLinks) render(StaticLink, link, '/scripts')
  expect(routerLinks).toEqual([])

  for (const link of otherLinks) render(StaticLink, link, '/scripts')
  expect(routerLinks).toEqual(otherLinks.map((link) => ({ ...link, children: 'Text' })))
})

function render(Component: FunctionComponent<LinkInput>, link: LinkInput, url: string): string {
  const router = createAppRouter(
    publicRoutes,
    {
      queryClient: createQueryClient(true),
      site: {
        siteName: '',
        siteTagline: '',
        publicUrl: 'http://localhost',
        chatInviteUrl: '',
        hasDiscordApp: false,
        reviewMode: 'off',
        banner: null,
      },
      response: { status: 200 },
      isServer: true,
    },
    createMemoryHistory({ initialEntries: [url] }),
  )

  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <Component {...link}>Text</Component>
    </RouterContextProvider>,
  )
}
