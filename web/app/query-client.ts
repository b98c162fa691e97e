import { QueryClient } from '@tanstack/react-query'

import { CallFailure } from './call.ts'

const minute = 60_000

export function createQueryClient(isServer: boolean): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: minute,
        // A timer of the server would keep the whole render in memory.
        gcTime: isServer ? Number.POSITIVE_INFINITY : 10 * minute,
        retry: (failures, error) => !isServer && failures < 1 && mayPass(error),
        refetchOnWindowFocus: false,
        // Waiting for a connection would leave an outline on the screen for good; a failure has its Try Again.
        networkMode: 'always',
      },
    },
  })
}

/** A refusal stays one; a failure may be over in a second. */
function mayPass(error: unknown): boolean {
  return !(error instanceof CallFailure) || error.status === 0 || error.status >= 500
}
