import './ui/base.css'

import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { answerFirst } from './app/answer-first.ts'
import { App } from './app/App.tsx'
import { openBackOffice, standsAtItsDoor } from './app/back-office.ts'
import { followHead } from './app/follow-head.ts'
import { adoptQueries, pageStateId } from './app/page-state.ts'
import type { PageState } from './app/page-state.ts'
import { createQueryClient } from './app/query-client.ts'
import { watchErrors } from './app/report-error.ts'
import { createAppRouter } from './app/router.tsx'
import type { AppRouter } from './app/router.tsx'
import { publicTree } from './app/routes.ts'
import { isServedHere } from './app/served-address.ts'
import { startSession } from './app/session.ts'
import { followSystemTheme } from './app/shown-theme.ts'
import { whenIdle } from './ui/use-idle.ts'

async function main(): Promise<void> {
  watchErrors()
  followSystemTheme()
  const state: PageState = JSON.parse(document.querySelector(`#${pageStateId}`)?.textContent ?? 'null')
  const queryClient = createQueryClient(false)
  adoptQueries(queryClient, state.queries)
  startSession()
  const isServed = isServedHere()
  const router: AppRouter = createAppRouter(publicTree(), {
    queryClient,
    site: state.site,
    answer: { status: isServed ? state.status : 200 },
    isServer: false,
    openBackOffice: () => openBackOffice(router),
  })
  // What is taken over must be what the server has put up, without the way through the door.
  if (standsAtItsDoor(router)) await openBackOffice(router)
  // Says that the page came from a server, so that both sides put up the same boundaries.
  router.ssr = { manifest: undefined }
  followHead(router, isServed)
  answerFirst(router)
  await router.load()
  const root = document.querySelector('#root')
  const app = <App router={router} />
  // In a transition a page is taken over a few milliseconds at a time, between which it can be scrolled and pressed.
  if (root && isServed) startTransition(() => void hydrateRoot(root, app))
  else if (root) createRoot(root).render(app)
  whenIdle(() => void import('./app/page-transitions.ts').then((late) => late.watchPageTransitions(router)))
}

await main()
