import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { pageHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

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
  source: 'legal/TermsPage.tsx',
})

export const privacyRoute = textRoute('/privacy', {
  title: 'Privacy Policy',
  describe:
    import.meta.env.SSR &&
    ((siteName) => `What ${siteName} stores about you, what for, who sees it, and when it is deleted.`),
  component: lazyRouteComponent(() => import('./PrivacyPage.tsx'), 'PrivacyPage'),
  source: 'legal/PrivacyPage.tsx',
})

export const cookiesRoute = textRoute('/cookies', {
  title: 'Cookie Policy',
  describe:
    import.meta.env.SSR &&
    ((siteName) => `${siteName} sets no cookies. What it keeps in your browser instead, and for how long.`),
  component: lazyRouteComponent(() => import('./CookiesPage.tsx'), 'CookiesPage'),
  source: 'legal/CookiesPage.tsx',
})

export const dmcaRoute = textRoute('/dmca', {
  title: 'DMCA Policy',
  describe:
    import.meta.env.SSR &&
    ((siteName) =>
      `How to have your work taken down from ${siteName}, what a notice must hold, and how fast we answer.`),
  component: lazyRouteComponent(() => import('./DmcaPage.tsx'), 'DmcaPage'),
  source: 'legal/DmcaPage.tsx',
})

const comingSoon = {
  component: lazyRouteComponent(() => import('./ComingSoonPage.tsx'), 'ComingSoonPage'),
  source: 'legal/ComingSoonPage.tsx',
}

export const aboutRoute = textRoute('/about', {
  title: 'About',
  describe: import.meta.env.SSR && ((siteName) => `About ${siteName} and the people behind it. Coming soon.`),
  ...comingSoon,
})

export const supportRoute = textRoute('/support', {
  title: 'Support',
  describe:
    import.meta.env.SSR && ((siteName) => `Help with ${siteName}. Coming soon; until then, see the FAQ.`),
  ...comingSoon,
})
