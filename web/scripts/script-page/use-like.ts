import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { LikeStatus, Script } from '#contract/scripts/scripts.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { currentSession } from '#web/app/session-store.ts'
import { hasPermission, useSession } from '#web/app/session.ts'

import { loadLazyParts } from './lazy.ts'
import { likeStatusQuery } from './script-detail.data.ts'

export type Like = {
  isLiked: boolean
  likeCount: number
  isPending: boolean
  disabledReason: string | undefined
  toggle: () => void
}

const noPermission = 'You need permission to rate scripts'

/** The user's like with an optimistic update. */
export function useLike({ id, likes }: Script): Like {
  const session = useSession()
  const queryClient = useQueryClient()
  const { data: status = { isLiked: false, likeCount: likes } } = useQuery({
    ...likeStatusQuery(id, session?.user.id ?? 0),
    enabled: session !== null,
  })
  const [optimistic, setOptimistic] = useState<LikeStatus>()

  async function save(isLiked: boolean): Promise<void> {
    // Read at the click: the session changes with the dialog.
    const current = currentSession()
    const retry = () => void save(isLiked)
    if (!current) return openAuthDialog({ onSignedIn: retry })
    if (!hasPermission(current, 'scripts.rate'))
      return loadLazyParts().then(({ showToast }) => showToast({ type: 'error', title: noPermission }))
    setOptimistic(status.isLiked === isLiked ? status : toggledLike(status))
    await loadLazyParts()
      .then(({ saveLike }) => saveLike(id, isLiked, current, queryClient, retry))
      .finally(() => setOptimistic(undefined))
  }

  const disabledReason = !session
    ? 'Login to like scripts'
    : hasPermission(session, 'scripts.rate')
      ? undefined
      : noPermission
  return {
    ...(optimistic ?? status),
    isPending: optimistic !== undefined,
    disabledReason,
    toggle: () => {
      if (!optimistic) void save(!status.isLiked)
    },
  }
}

/** The expected status, shown until the server replies. */
export function toggledLike({ isLiked, likeCount }: LikeStatus): LikeStatus {
  return { isLiked: !isLiked, likeCount: Math.max(0, likeCount + (isLiked ? -1 : 1)) }
}
