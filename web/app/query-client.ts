import { QueryClient } from '@tanstack/react-query'

import { ApiError } from './call.ts'

const minute = 60_000

export function createQueryClient(isServer: boolean): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: minute,
        // A garbage-collection timer on the server would keep the whole render in memory.
        gcTime: isServer ? Number.POSITIVE_INFINITY : 10 * minute,
        retry: (failures, error) => !isServer && failures < 1 && isTransient(error),
        refetchOnWindowFocus: false,
        // A query paused while offline would show its skeleton for good; a failed one offers Try Again.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  // The back office shows what is stored now.
  client.setQueryDefaults(['admin'], { staleTime: 0 })
  return client
}

/** A 4xx response stays the same; a network or server error may be gone a second later. */
function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}
