import { Bell, BellRing } from 'lucide-react'
import { fullNumber } from '#web/app/short-number.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import type { ButtonSize } from '#web/ui/Button.tsx'
import { type FollowTarget, followStatusQuery } from './follow-status.data.ts'
import styles from './FollowButton.module.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FollowStatus } from '#contract/site/follows.ts'
import { ApiError, call } from '#web/app/call.ts'
import { openAuthDialog, signInFormId } from '#web/app/dialogs.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { currentSession } from '#web/app/session-store.ts'
import { showToast } from '#web/ui/toast.ts'

/** A visitor signs in first. The owners cannot follow their own and see the number only. */
export function FollowButton({
  kind,
  id,
  ownerIds,
  size = 'md',
}: FollowTarget & { ownerIds: readonly number[]; size?: ButtonSize }) {
  const session = useSession()
  const { isFollowing, followers, isPending, toggle } = useFollow({ kind, id })
  const number = <span className="numeric">{fullNumber(followers)}</span>
  if (session && ownerIds.includes(session.user.id))
    return (
      <p className={`${styles.own} h-md row centered muted text-sm`} data-size={size}>
        {number} {followers === 1 ? 'follower' : 'followers'}
      </p>
    )
  return (
    <Button
      size={size}
      isWide
      icon={isFollowing ? <BellRing /> : <Bell />}
      className={isFollowing ? styles.following : undefined}
      aria-pressed={isFollowing}
      data-dialog={signInFormId}
      aria-disabled={isPending || undefined}
      onClick={toggle}
    >
      {isFollowing ? 'Following' : 'Follow'} {number}
    </Button>
  )
}

const notFollowing: FollowStatus = { isFollowing: false, followers: 0, filter: null }

/** Returns whether the user follows a script or an author, with an optimistic update. */
function useFollow(target: FollowTarget) {
  const session = useSession()
  const queryClient = useQueryClient()
  const { data: status = notFollowing } = useQuery({
    ...followStatusQuery(target, session?.user.id),
    // The number that the server has rendered, until the status of the user is known.
    placeholderData: () => queryClient.getQueryData(followStatusQuery(target).queryKey),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (isFollowing: boolean) =>
      isFollowing
        ? call('PUT /api/follows/:kind/:id', {
            params: target,
            body: { news: 'all', framework: null, game: null },
          })
        : call('DELETE /api/follows/:kind/:id', { params: target }),
    onMutate: async (isFollowing) => {
      // Read at the click: the session changes with the dialog.
      const { queryKey } = followStatusQuery(target, currentSession()?.user.id)
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      const followers = Math.max(0, status.followers + (isFollowing ? 1 : -1))
      queryClient.setQueryData(queryKey, { isFollowing, followers, filter: null })
      return { queryKey, before }
    },
    onSuccess: (followStatus, _, { queryKey }) => {
      queryClient.setQueryData(queryKey, followStatus)
      queryClient.setQueryData(followStatusQuery(target).queryKey, {
        ...notFollowing,
        followers: status.followers,
      })
      void queryClient.invalidateQueries({ queryKey: ['follows', 'list'] })
    },
    onError: (error, isFollowing, rollback) => {
      if (rollback) queryClient.setQueryData(rollback.queryKey, rollback.before ?? status)
      if (error instanceof ApiError && error.code === 'unauthenticated')
        return openAuthDialog({ onSignedIn: () => mutate(isFollowing) })
      return void showToast({
        type: 'error',
        title: isFollowing ? 'Failed to follow' : 'Failed to unfollow',
        message: errorMessage(error, 'Please try again.'),
      })
    },
  })
  return {
    ...status,
    isPending,
    toggle: () => {
      if (isPending) return
      if (session) mutate(!status.isFollowing)
      else openAuthDialog({ onSignedIn: () => mutate(true) })
    },
  }
}
