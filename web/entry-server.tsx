import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'

import type { PageRenderer, Site } from '#contract/pages.ts'

import { adminRoutes } from './admin/admin.routes.ts'
import { App } from './app/App.tsx'
import { setTransport } from './app/call.ts'
import { writeDocument } from './app/document.ts'
import { collectHead } from './app/head-tags.ts'
import { gatherQueries, writePageState } from './app/page-state.ts'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter } from './app/router.tsx'
import { wholeTree } from './app/routes.ts'

export { firstPaintScript } from './app/first-paint.ts'

const routeTree = wholeTree(adminRoutes)

const unknownSite: Site = { siteName: '', publicUrl: 'http://localhost', chatInviteUrl: '' }

export const answerReadsBy: PageRenderer['answerReadsBy'] = (read) => {
  setTransport(async ({ name, params, query }) => {
    const { status, body } = await read({ name, params, query })
    return { status, body, statusText: '', retryAfter: undefined }
  })
}

export const canonicalAddress: PageRenderer['canonicalAddress'] = (address) =>
  openRouter(address, unknownSite).buildLocation({
    to: '.',
    search: true,
    params: true,
    // The same call that the router makes for its own redirect to the canonical address.
    _includeValidateSearch: true,
  }).publicHref || '/'

export const render: PageRenderer['render'] = async (address, { site, build }) => {
  const router = openRouter(address, site)
  const { queryClient, answer } = router.options.context
  await router.load()
  const { matches } = router.state
  for (const match of matches) if (match.status === 'error') throw match.error
  const failed = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })
  // A page that lacks something is shown all the same, but nobody may keep it.
  if (failed.length > 0) answer.status = 503
  for (const { queryKey } of failed) queryClient.removeQueries({ queryKey, exact: true })

  const markup = renderToString(<App router={router} />)
  const state = { site, status: answer.status, queries: gatherQueries(queryClient) }
  const document = writeDocument({
    ...collectHead(matches),
    markup,
    stateJson: writePageState(state),
    sources: matches.flatMap(({ staticData }) => staticData.source ?? []),
    build,
  })
  queryClient.clear()
  return { status: answer.status, document }
}

function openRouter(address: string, site: Site) {
  const context = {
    queryClient: createQueryClient(true),
    site,
    answer: { status: 200 },
    isServer: true,
  }
  return createAppRouter(routeTree, context, createMemoryHistory({ initialEntries: [address] }))
}
