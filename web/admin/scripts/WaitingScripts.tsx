import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { PageButtons } from '#web/admin/resource/PageButtons.tsx'
import { call } from '#web/app/call.ts'
import { pageBeyondEnd } from '#web/app/page-beyond-end.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { PublishButton } from '#web/scripts/PublishButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { focusMain } from '#web/ui/focus-main.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import styles from './WaitingScripts.module.css'

const waitingKey = ['admin', 'scripts', 'waiting']

const waitingQuery = (page: number) =>
  queryOptions({
    queryKey: [...waitingKey, page],
    queryFn: async ({ signal }) => {
      const list = await call('GET /api/scripts/waiting', { query: { page }, signal })
      const lastPage = pageBeyondEnd(list.pagination)
      if (lastPage === undefined) return list
      return call('GET /api/scripts/waiting', { query: { page: lastPage }, signal })
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The scripts that wait for review, oldest first. */
export function WaitingScripts() {
  const queryClient = useQueryClient()
  const [page, setPage] = useState(1)
  const list = useQuery(waitingQuery(page))
  const { scripts, pagination } = list.data ?? {}
  return (
    <Card as="section" aria-labelledby="waiting-title" className={styles.card}>
      <h2 id="waiting-title" className={styles.title}>
        Waiting for review
        {pagination && <span className={styles.note}>{pagination.total}</span>}
      </h2>
      {list.isPending && <Skeleton shape="block" height={64} />}
      {list.isError && (
        <FailedState
          heading="h3"
          title="The waiting scripts could not be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {scripts?.length === 0 && <p className={styles.note}>No script waits for review.</p>}
      {scripts && scripts.length > 0 && (
        <ul className={styles.list}>
          {scripts.map((script) => (
            <li key={script.id}>
              <div className={styles.names}>
                <Link to={scriptPath(script.id)} className="text-link">
                  {script.name}
                </Link>
                <span className={styles.note}>
                  by <Link to={userPath(script.author)}>{script.author}</Link>, {script.category},{' '}
                  <TimeAgo time={script.createdAt} />
                </span>
              </div>
              <PublishButton
                script={script}
                onPublished={() => {
                  focusMain()
                  void queryClient.invalidateQueries({ queryKey: waitingKey })
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <PageButtons pagination={pagination} onChange={setPage} />
    </Card>
  )
}
