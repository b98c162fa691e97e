import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'

import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The rows of a list with its states: loading, failed, empty, and stale while the next one loads. */
export function ListCard<Row>({
  query,
  rows,
  isStale,
  failedTitle,
  empty,
  renderRow,
  ref,
}: {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'>
  rows: readonly Row[] | undefined
  isStale: boolean
  failedTitle: string
  empty: ReactNode
  renderRow: (row: Row) => ReactNode
  ref?: Ref<HTMLUListElement>
}) {
  return (
    <Card aria-busy={query.isPending || isStale}>
      {query.isError && !rows ? (
        <FailedState title={failedTitle} text={query.error?.message} query={query} />
      ) : rows?.length === 0 ? (
        empty
      ) : (
        <ul ref={ref} className="fades lined" data-stale={isStale || undefined}>
          {rows?.map(renderRow) ??
            ['a', 'b', 'c', 'd', 'e'].map((key) => (
              <li key={key} className="pad-5">
                <Skeleton width="52%" />
              </li>
            ))}
        </ul>
      )}
    </Card>
  )
}
