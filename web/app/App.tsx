import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { AppRouter } from './router.tsx'

/** The same tree on the server and in the browser. */
export function App({ router }: { router: AppRouter }) {
  useMissedSteps(router)
  return (
    <QueryClientProvider client={router.options.context.queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/** The router hears of steps back and forth once it is on the page: one made while the page was taken over is made up for. */
function useMissedSteps(router: AppRouter): void {
  useEffect(() => {
    if (router.latestLocation.href !== router.state.location.href) void router.load()
  }, [router])
}
