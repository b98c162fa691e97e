import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

import type { Site } from '#contract/pages.ts'

/** What every route gets. A loader may set `answer.status`, for a page that says that something does not exist. */
export type PageContext = {
  queryClient: QueryClient
  site: Site
  answer: { status: number }
  isServer: boolean
  /** In the browser, where the back office comes when somebody goes there. */
  openBackOffice?: () => Promise<void>
}

type AnyQuery<Data, Key extends QueryKey> = FetchQueryOptions<Data, Error, Data, Key>

/**
 * Gets a query ready for a page: the server waits for it, the browser only starts it and shows what it has. A
 * failure is the component's to show.
 */
export function prepare<Data, Key extends QueryKey>(
  { queryClient, isServer }: PageContext,
  query: AnyQuery<Data, Key>,
): Promise<void> | undefined {
  const started = queryClient.prefetchQuery(query)
  return isServer ? started : undefined
}
