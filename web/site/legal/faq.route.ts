import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'

import { faqTopics, parseFaqSearch } from './faq-topics.ts'

export const faqRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/faq',
  validateSearch: parseFaqSearch,
  head: ({ match: { context, search } }) =>
    pageHead(context.site, {
      title: search.topic ? `FAQ: ${faqTopics[search.topic]}` : 'FAQ',
      description:
        import.meta.env.SSR &&
        `Answers to what is often asked about ${context.site.siteName}: downloading, submitting, verifying an account, and more.`,
      path: `/faq${writeSearchText(search)}`,
    }),
  component: lazyRouteComponent(() => import('./FaqPage.tsx'), 'FaqPage'),
  staticData: { source: 'site/legal/FaqPage.tsx' },
})
