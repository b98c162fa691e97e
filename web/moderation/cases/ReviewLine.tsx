import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { moderationCasePath } from '#web/app/moderation-path.ts'
import { casePath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { useReviewMode } from '#web/app/use-review-mode.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { versionChoicesQuery } from '#web/scripts/versions/versions.data.ts'

import { positionText } from './cases.texts.ts'
import { caseQuery } from './cases.data.ts'

/** For the author and moderators: the place of a waiting version in the queue, the reason, and a link to the case. */
export function ReviewLine({ scriptId, versionId }: { scriptId: number; versionId: number | undefined }) {
  const session = useSession()
  const reviewMode = useReviewMode()
  const { data: list, isLoading: isListLoading } = useQuery(versionChoicesQuery(scriptId, session?.user.id))
  const version = list?.versions.find(({ id }) => id === versionId)
  const reviewId = version?.reviewId
  const { data: review, isLoading } = useQuery({
    ...caseQuery(session?.user.id ?? 0, reviewId ?? 0),
    enabled: session !== null && reviewId !== undefined,
  })
  if (version?.state === 'scanning')
    return (
      <p>
        {reviewMode === 'all'
          ? 'A moderator reviews it once the archive has been scanned.'
          : 'It is published once the archive has been scanned, unless a moderator has to review it first.'}
      </p>
    )
  if (isListLoading || isLoading) return <Skeleton shape="block" height="4.5em" />
  if (!review) return null
  return (
    <>
      {review.position && <p>{positionText(review.position)}.</p>}
      {review.text !== '' && (
        <p>
          Reason: <bdi>{review.text}</bdi>
        </p>
      )}
      <p>
        <Link
          to={review.role === 'staff' ? moderationCasePath(review.id) : casePath(review.id)}
          className="text-link"
        >
          See the case
        </Link>
      </p>
    </>
  )
}
