import type { LikeStatus } from '#contract/scripts.ts'

/** What a press of the like button should come to, before the server has said so. */
export function toggledLike({ isLiked, likeCount }: LikeStatus): LikeStatus {
  return { isLiked: !isLiked, likeCount: Math.max(0, likeCount + (isLiked ? -1 : 1)) }
}
