import { createRootRouteWithContext } from '@tanstack/react-router'

import { ErrorPage } from '#web/layout/ErrorPage.tsx'
import { PublicLayout } from '#web/layout/PublicLayout.tsx'

import type { PageContext } from './page-context.ts'

export const rootRoute = createRootRouteWithContext<PageContext>()({
  component: PublicLayout,
  errorComponent: ErrorPage,
})
