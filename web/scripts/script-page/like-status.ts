import type { LikeStatus } from '#contract/scripts/scripts.ts'

/** The expected status, shown until the server replies. */
export function toggledLike({ isLiked, likeCount }: LikeStatus): LikeStatus {
  return { isLiked: !isLiked, likeCount: Math.max(0, likeCount + (isLiked ? -1 : 1)) }
}
