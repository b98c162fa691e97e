import type { QueryClient, QueryKey } from '@tanstack/react-query'

import type { Site } from '#contract/site/pages.ts'

/** Sent with the server's markup. */
export type PageState = { site: Site; status: number; queries: { key: QueryKey; data: unknown }[] }

export const pageStateId = 'page-state'

/** Without failed queries, which the browser shows as loading and fetches, and those that only the server uses. */
export function dehydrateQueries(queryClient: QueryClient): PageState['queries'] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, meta }) => state.status === 'success' && meta?.['isServerOnly'] !== true)
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data }))
}

/** JSON without the characters that could end the script element or a line of script. */
export function writePageState(state: PageState): string {
  return JSON.stringify(state).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The data counts as fresh: the server invalidates a cached page with each change of its data. */
export function hydrateQueries(queryClient: QueryClient, queries: PageState['queries']): void {
  for (const { key, data } of queries) queryClient.setQueryData(key, data)
}
