import { createMemoryHistory, Link, RouterContextProvider } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { plainLinkOr } from './plain-link.tsx'
import type { Given } from './plain-link.tsx'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'
import { publicTree } from './routes.ts'

const RouterLink = (link: Given) => <Link {...link} />
const asked: Given[] = []
const PlainLink = plainLinkOr((link) => {
  asked.push(link)
  return <RouterLink {...link} />
})

const publicRoutes = publicTree()
const addresses = [
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

/** Typed as plain text: what the router knows of its own addresses is not the question. */
const to = (address: string, link: Omit<Given, 'to'> = {}): Given => ({ ...link, to: address })

const plain = [
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
const leftToTheRouter = [
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

test.each(addresses)('a plain link at %s is written as the router writes it', (address) => {
  for (const link of [...plain, ...leftToTheRouter])
    expect(write(PlainLink, link, address)).toBe(write(RouterLink, link, address))
})

test('only what cannot be read off a link is left to the router', () => {
  asked.length = 0
  for (const link of plain) write(PlainLink, link, '/scripts')
  expect(asked).toEqual([])

  for (const link of leftToTheRouter) write(PlainLink, link, '/scripts')
  expect(asked).toEqual(leftToTheRouter.map((link) => ({ ...link, children: 'Text' })))
})

function write(Shown: FunctionComponent<Given>, link: Given, address: string): string {
  const router = createAppRouter(
    publicRoutes,
    {
      queryClient: createQueryClient(true),
      site: { siteName: '', publicUrl: 'http://localhost', chatInviteUrl: '' },
      answer: { status: 200 },
      isServer: true,
    },
    createMemoryHistory({ initialEntries: [address] }),
  )

  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <Shown {...link}>Text</Shown>
    </RouterContextProvider>,
  )
}
