import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { LikeStatus, Script } from '#contract/scripts.ts'
import { call } from '#web/app/call.ts'
import { openAuthDialog } from '#web/app/dialogs.ts'
import { mayUse, useSession } from '#web/app/session.ts'

import { lateParts } from './late-parts.ts'
import { toggledLike } from './like-status.ts'
import { likeStatusQuery, patchScript } from './script-detail.data.ts'

export type Like = {
  isLiked: boolean
  likeCount: number
  isPending: boolean
  /** Why the person cannot like it. */
  obstacle: string | undefined
  press: () => void
}

/** The like of the person who looks: shown at once, taken back when the server refuses. */
export function useLike({ id, likes }: Script): Like {
  const session = useSession()
  const queryClient = useQueryClient()
  const query = likeStatusQuery(id, session?.user.id ?? 0)
  const { data: status = { isLiked: false, likeCount: likes } } = useQuery({
    ...query,
    enabled: session !== null,
  })
  const [wanted, setWanted] = useState<LikeStatus>()

  async function toggle() {
    const next = toggledLike(status)
    setWanted(next)
    try {
      const answer = next.isLiked
        ? await call('POST /api/scripts/:id/like', { params: { id } })
        : await call('POST /api/scripts/:id/unlike', { params: { id } })
      // One that was asked for before the press would take it back.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      queryClient.setQueryData(query.queryKey, answer)
      patchScript(queryClient, id, { likes: answer.likeCount })
    } catch (error) {
      void lateParts().then(({ explainLike }) => explainLike(error, id, queryClient))
    } finally {
      setWanted(undefined)
    }
  }

  const obstacle = !session
    ? 'Login to like scripts'
    : mayUse(session, 'scripts.rate')
      ? undefined
      : 'You need permission to rate scripts'

  function press() {
    if (!session) return openAuthDialog()
    if (obstacle !== undefined)
      return void lateParts().then(({ showToast }) => showToast({ type: 'error', title: obstacle }))
    if (!wanted) void toggle()
  }
  return { ...(wanted ?? status), isPending: wanted !== undefined, obstacle, press }
}
