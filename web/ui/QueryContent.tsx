import type { ReactNode } from 'react'

import { FailedState } from './FailedState.tsx'

type Query<Data> = { data: Data | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }

const serverText = 'The server did not respond as expected. Please try again.'

/** Renders the data of a query, and until there is any a skeleton of its shape. `LoadState` stands above data instead. */
export function QueryContent<Data>({
  query,
  failed,
  isMain = false,
  skeleton,
  children,
}: {
  query: Query<Data>
  /** The title of the error. */
  failed: string
  /** The page shows nothing else: the error also says what to do. */
  isMain?: boolean
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return skeleton
  return <FailedState title={failed} text={isMain && serverText} query={query} />
}
