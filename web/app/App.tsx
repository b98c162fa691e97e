import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, type MouseEvent } from 'react'

import type { AppRouter } from './router.tsx'

export function App({ router }: { router: AppRouter }) {
  useMissedNavigation(router)
  return (
    <QueryClientProvider client={router.options.context.queryClient}>
      {/* React calls this only for an element that it has hydrated. */}
      <div className="app" onAuxClickCapture={answerProbe}>
        <RouterProvider router={router} />
      </div>
    </QueryClientProvider>
  )
}

/** The router listens to the history once it is mounted: Back or Forward during hydration is loaded here. */
function useMissedNavigation(router: AppRouter): void {
  useEffect(() => {
    if (router.latestLocation.href !== router.state.location.href) void router.load()
  }, [router])
}

/** Answers the probe of first-paint.ts, which is no click of a user. */
function answerProbe({ nativeEvent }: MouseEvent): void {
  if (!nativeEvent.isTrusted) nativeEvent.preventDefault()
}
