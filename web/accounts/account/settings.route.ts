import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { hiddenHead } from '#web/app/page-meta.ts'
import { rootRoute } from '#web/app/root-route.ts'

import { parseSettingsSearch } from './settings-search.ts'

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile/settings',
  validateSearch: parseSettingsSearch,
  head: hiddenHead(
    'Profile Settings',
    import.meta.env.SSR &&
      'Your username, email address, avatar and password, and the link to your Discord account.',
  ),
  component: lazyRouteComponent(() => import('./SettingsPage.tsx'), 'SettingsPage'),
  staticData: { source: 'accounts/account/SettingsPage.tsx' },
})
