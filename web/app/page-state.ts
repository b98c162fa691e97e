import type { QueryClient, QueryKey } from '@tanstack/react-query'

import type { Site } from '#contract/pages.ts'

/** What the server's page hands to the browser beside its markup. */
export type PageState = { site: Site; status: number; queries: { key: QueryKey; data: unknown }[] }

export const pageStateId = 'page-state'

/** Queries that failed are left out: the browser shows them as loading and asks for itself. */
export function gatherQueries(queryClient: QueryClient): PageState['queries'] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data }))
}

/** JSON for the inside of a script element: no character in it can end the element or a line of script. */
export function writePageState(state: PageState): string {
  return JSON.stringify(state).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The data counts as fresh: a kept page is dropped with the change of anything it shows. */
export function adoptQueries(queryClient: QueryClient, queries: PageState['queries']): void {
  for (const { key, data } of queries) queryClient.setQueryData(key, data)
}
