import type { UseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useSession } from '#web/app/session.ts'

/**
 * The server renders for visitors: what waits for review or is hidden exists for its author and for moderators only.
 * True while it is requested on behalf of the user.
 */
export function useSignedInScript<Data>({
  data,
  isFetchedAfterMount,
  refetch,
}: Pick<UseQueryResult<Data | null>, 'data' | 'isFetchedAfterMount' | 'refetch'>): boolean {
  const isSignedIn = useSession() !== null
  const router = useRouter()
  const isMissing = data === null
  useEffect(() => {
    if (!isMissing || !isSignedIn) return
    // The title follows the result.
    void refetch().then(({ data: own }) => router.invalidate(own ? { forcePending: true } : undefined))
  }, [isMissing, isSignedIn, refetch, router])
  return isMissing && isSignedIn && !isFetchedAfterMount
}
