import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { parseLinkSearch } from '#web/accounts/auth/link-token.ts'

import { parseSecretSearch } from './takedown.data.ts'

export const takedownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/takedown',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Takedown Notice',
      description:
        import.meta.env.SSR &&
        `Your work is on ${match.context.site.siteName} without your permission? Send a takedown notice.`,
      path: '/takedown',
    }),
  component: lazyRouteComponent(() => import('./TakedownPage.tsx'), 'TakedownPage'),
  staticData: { source: 'moderation/takedowns/TakedownPage.tsx' },
})

export const takedownConfirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/takedown/confirm',
  validateSearch: parseLinkSearch,
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Confirm the notice',
      description: import.meta.env.SSR && 'Confirm the email address of a takedown notice.',
      path: '/takedown/confirm',
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./ConfirmNoticePage.tsx'), 'ConfirmNoticePage'),
  staticData: { source: 'moderation/takedowns/ConfirmNoticePage.tsx' },
})

export const takedownStatusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/takedown/$number',
  validateSearch: parseSecretSearch,
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: match.params.number,
      description: import.meta.env.SSR && 'The status of a takedown notice.',
      path: match.pathname,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./TakedownStatusPage.tsx'), 'TakedownStatusPage'),
  staticData: { source: 'moderation/takedowns/TakedownStatusPage.tsx' },
})

export const counterNoticeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/takedown/$number/counter-notice',
  head: ({ match }) =>
    pageHead(match.context.site, {
      title: 'Counter-notice',
      description: import.meta.env.SSR && 'Was your script taken down by mistake? Send a counter-notice.',
      path: match.pathname,
      isHidden: true,
    }),
  component: lazyRouteComponent(() => import('./CounterNoticePage.tsx'), 'CounterNoticePage'),
  staticData: { source: 'moderation/takedowns/CounterNoticePage.tsx' },
})
