import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { AppRouter } from './router.tsx'

export function App({ router }: { router: AppRouter }) {
  useMissedNavigation(router)
  return (
    <QueryClientProvider client={router.options.context.queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/** The router listens to the history once it is mounted: Back or Forward during hydration is loaded here. */
function useMissedNavigation(router: AppRouter): void {
  useEffect(() => {
    if (router.latestLocation.href !== router.state.location.href) void router.load()
  }, [router])
}
