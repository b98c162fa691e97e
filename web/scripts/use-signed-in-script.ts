import type { UseQueryResult } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useSession } from '#web/app/session.ts'

/** The server renders for visitors: what waits for review exists for its author and for moderators only. */
export function useSignedInScript<Data>({
  data,
  refetch,
}: Pick<UseQueryResult<Data | null>, 'data' | 'refetch'>) {
  const isSignedIn = useSession() !== null
  const router = useRouter()
  const isMissing = data === null
  useEffect(() => {
    if (!isMissing || !isSignedIn) return
    void refetch().then(({ data: own }) => own && router.invalidate({ forcePending: true }))
  }, [isMissing, isSignedIn, refetch, router])
}
