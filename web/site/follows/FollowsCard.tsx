import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellPlus } from 'lucide-react'
import { useRef, useState } from 'react'

import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useStableFocus } from '#web/ui/use-stable-focus.ts'

import { FollowRow } from './FollowRow.tsx'
import { followsQuery, useFollowChanges } from './follows.data.ts'

export function FollowsCard({ userId }: { userId: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery(followsQuery(userId, page))
  const { changeFilter, unfollow } = useFollowChanges(userId, page)
  const { follows, pagination } = query.data ?? {}
  const section = useRef<HTMLDivElement>(null)
  useStableFocus(section, follows?.length)
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="follows-title">
      <div ref={section} tabIndex={-1} className="grid gap-1 muted">
        <h2 className="text-h3 vivid" id="follows-title">
          Scripts, authors and collections
        </h2>
        <p>
          We notify you about new versions, when scripts are added to a collection, and when a version is
          withdrawn for security. A filter by framework or game leaves out versions that are made for another
          one.
        </p>
      </div>
      {query.isPending && <Loading text="Loading what you follow" />}
      {query.isError && !follows && (
        <FailedState
          heading="h3"
          title="Failed to load what you follow"
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {pagination?.total === 0 && (
        <EmptyState
          heading="h3"
          icon={<BellPlus />}
          title="You don’t follow anything yet"
          text="Press Follow on a script, on the profile of its author or on a collection."
          action={
            <Link to="/scripts" className={buttonClass()}>
              Browse Scripts
            </Link>
          }
        />
      )}
      {follows && follows.length > 0 && (
        <ul className="grid lined clip framed round-lg" aria-labelledby="follows-title">
          {follows.map((follow) => (
            <FollowRow
              key={`${follow.kind} ${follow.id}`}
              follow={follow}
              onFilter={(filter) => changeFilter({ follow, filter })}
              onUnfollow={() => unfollow(follow)}
            />
          ))}
        </ul>
      )}
      {pagination && pagination.totalPages > 1 && (
        <div className="flex gap-3">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button disabled={page >= pagination.totalPages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </Card>
  )
}

export function Loading({ text }: { text: string }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">{text}</output>
      <Skeleton shape="block" height={116} />
    </div>
  )
}
