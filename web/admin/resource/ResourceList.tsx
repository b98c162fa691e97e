import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

export function ResourceList<Item>({
  query,
  items,
  failedTitle,
  failedText = query.error?.message,
  skeletonHeight,
  empty,
  children,
}: {
  query: UseQueryResult
  items: readonly Item[] | undefined
  failedTitle: string
  failedText?: string | undefined
  skeletonHeight: number
  empty?: { icon: ReactNode; title: string; text: string; action?: ReactNode } | undefined
  children: (items: readonly Item[]) => ReactNode
}) {
  if (query.isPending) return <Skeleton shape="block" height={skeletonHeight} />
  if (!items)
    return (
      <FailedState
        title={failedTitle}
        text={failedText}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (items.length > 0 || !empty) return children(items)
  return (
    <Card>
      <EmptyState {...empty} />
    </Card>
  )
}
