import { createRootRouteWithContext } from '@tanstack/react-router'

import { ErrorPage } from '#web/frame/ErrorPage.tsx'
import { Frame } from '#web/frame/Frame.tsx'

import type { PageContext } from './page-context.ts'

export const rootRoute = createRootRouteWithContext<PageContext>()({
  component: Frame,
  errorComponent: ErrorPage,
})
