import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Script } from '#contract/scripts.ts'
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
  const [isPending, setPending] = useState(false)

  async function toggle() {
    const wanted = toggledLike(status)
    setPending(true)
    try {
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      queryClient.setQueryData(query.queryKey, wanted)
      const answer = wanted.isLiked
        ? await call('POST /api/scripts/:id/like', { params: { id } })
        : await call('POST /api/scripts/:id/unlike', { params: { id } })
      queryClient.setQueryData(query.queryKey, answer)
      patchScript(queryClient, id, { likes: answer.likeCount })
    } catch (error) {
      queryClient.setQueryData(query.queryKey, status)
      void lateParts().then(({ explainLike }) => explainLike(error, id, queryClient))
    } finally {
      setPending(false)
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
    if (!isPending) void toggle()
  }
  return { ...status, isPending, obstacle, press }
}
