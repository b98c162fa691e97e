import { Bell, BellRing } from 'lucide-react'

import { fullNumber } from '#web/app/short-number.ts'
import { useSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import type { ButtonSize } from '#web/ui/button-class.ts'

import type { FollowTarget } from './follow-status.data.ts'
import styles from './FollowButton.module.css'
import { useFollow } from './use-follow.ts'

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
      <p className={`${styles.own} row centered muted text-sm`} data-size={size}>
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
      data-dialog="auth"
      aria-disabled={isPending || undefined}
      onClick={toggle}
    >
      {isFollowing ? 'Following' : 'Follow'} {number}
    </Button>
  )
}
