import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { cutText } from '#contract/platform/cut-text.ts'
import type { DescriptionNode } from '#contract/platform/description.ts'
import { descriptionText } from '#contract/platform/description-text.ts'
import type { SitePageName } from '#contract/site/site-pages.ts'
import { prefetch, type PageContext } from '#web/app/page-context.ts'
import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'
import { writeSearchText } from '#web/app/search-text.ts'

import { faqTopics, parseFaqSearch } from './faq-topics.ts'
import { sitePageQuery } from './site-pages.data.ts'

/** Search engines show about as many characters. */
const descriptionMax = 160

function textRoute<const Path extends string>(
  path: Path,
  page: {
    title: string
    describe: false | ((siteName: string) => string)
    component: ReturnType<typeof lazyRouteComponent>
    source: string
  },
) {
  const { title, describe, component, source } = page
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    head: ({ match }) => {
      const { site } = match.context
      return pageHead(site, { title, description: describe && describe(site.siteName), path })
    },
    component,
    staticData: { source },
  })
}

export const termsRoute = textRoute('/terms', {
  title: 'Terms of Service',
  describe:
    import.meta.env.SSR &&
    ((siteName) =>
      `The rules for using ${siteName}: accounts, downloads, what may be shared, moderation and liability.`),
  component: lazyRouteComponent(() => import('./TermsPage.tsx'), 'TermsPage'),
  source: 'site/legal/TermsPage.tsx',
})

export const privacyRoute = textRoute('/privacy', {
  title: 'Privacy Policy',
  describe:
    import.meta.env.SSR &&
    ((siteName) => `What ${siteName} stores about you, what for, who sees it, and when it is deleted.`),
  component: lazyRouteComponent(() => import('./PrivacyPage.tsx'), 'PrivacyPage'),
  source: 'site/legal/PrivacyPage.tsx',
})

export const cookiesRoute = textRoute('/cookies', {
  title: 'Cookie Policy',
  describe:
    import.meta.env.SSR &&
    ((siteName) => `${siteName} sets no cookies. What it keeps in your browser instead, and for how long.`),
  component: lazyRouteComponent(() => import('./CookiesPage.tsx'), 'CookiesPage'),
  source: 'site/legal/CookiesPage.tsx',
})

export const dmcaRoute = textRoute('/dmca', {
  title: 'DMCA Policy',
  describe:
    import.meta.env.SSR &&
    ((siteName) =>
      `How to have your work taken down from ${siteName}, what a notice must include, and how fast we respond.`),
  component: lazyRouteComponent(() => import('./DmcaPage.tsx'), 'DmcaPage'),
  source: 'site/legal/DmcaPage.tsx',
})

export const aboutRoute = createRoute({
  ...sitePage('about', {
    title: 'About',
    placeholder:
      import.meta.env.SSR && ((siteName) => `About ${siteName} and the people behind it. Coming soon.`),
  }),
  path: '/about',
  component: lazyRouteComponent(() => import('./SitePage.tsx'), 'AboutPage'),
})

export const supportRoute = createRoute({
  ...sitePage('support', {
    title: 'Support',
    placeholder:
      import.meta.env.SSR && ((siteName) => `Help with ${siteName}. Coming soon; until then, see the FAQ.`),
  }),
  path: '/support',
  component: lazyRouteComponent(() => import('./SitePage.tsx'), 'SupportPage'),
})

/** A page with a text of the settings. */
function sitePage(
  page: SitePageName,
  { title, placeholder }: { title: string; placeholder: false | ((siteName: string) => string) },
) {
  const query = sitePageQuery(page)
  return {
    getParentRoute: () => rootRoute,
    loader: async ({ context }: { context: PageContext }) => {
      await prefetch(context, query)
      return { text: context.queryClient.getQueryData(query.queryKey)?.text ?? [] }
    },
    head: ({
      match,
      loaderData,
    }: {
      match: { context: PageContext }
      loaderData?: { text: DescriptionNode[] } | undefined
    }) => {
      const { site } = match.context
      const text = descriptionText(loaderData?.text ?? [])
        .replaceAll(/\s+/g, ' ')
        .trim()
      return pageHead(site, {
        title,
        description:
          import.meta.env.SSR &&
          (cutText(text, descriptionMax) || (placeholder && placeholder(site.siteName))),
        path: `/${page}`,
      })
    },
    staticData: { source: 'site/legal/SitePage.tsx' },
  }
}

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
