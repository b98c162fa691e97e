import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

import type { Site } from '#contract/site/pages.ts'

import type { RouteGroup } from './lazy-routes.ts'

/** The context of every route. A loader sets `response.status`, for a page that reports that something does not exist. */
export type PageContext = {
  queryClient: QueryClient
  site: Site
  response: { status: number }
  isServer: boolean
  /** In the browser only. */
  loadLazyRoutes?: (group: RouteGroup) => Promise<void>
}

type AnyQuery<Data, Key extends QueryKey> = FetchQueryOptions<Data, Error, Data, Key>

/** The server waits for the query, the browser only starts it. The component shows an error. */
export function prefetch<Data, Key extends QueryKey>(
  { queryClient, isServer }: PageContext,
  query: AnyQuery<Data, Key>,
): Promise<void> | undefined {
  const started = queryClient.prefetchQuery(query)
  return isServer ? started : undefined
}
