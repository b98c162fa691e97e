import { FailedState } from './FailedState.tsx'
import { LoadingBlock } from './LoadingBlock.tsx'

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
