import type { ReactNode } from 'react'

import { FailedState } from './FailedState.tsx'
import { LoadingBlock } from './Skeleton.tsx'

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

/** Stands for the result of a query until there is one. `name` completes "Loading" and "Failed to load". */
export function LoadState({
  query,
  name,
  height,
  heading = 'h3',
}: {
  query: { isPending: boolean; isError: boolean; isFetching: boolean; data: unknown; refetch: () => unknown }
  name: string
  /** Of the skeleton. */
  height: number
  heading?: 'h2' | 'h3'
}) {
  if (query.isPending) return <LoadingBlock text={`Loading ${name}`} height={height} />
  if (!query.isError || query.data !== undefined) return null
  return <FailedState heading={heading} title={`Failed to load ${name}`} query={query} />
}
