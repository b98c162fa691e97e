import type { QueryClient } from '@tanstack/react-query'

import { dropScriptLists, scriptQuery } from './script-detail.data.ts'

/** Somebody deleted the script whose page is open: the page says so, in place of a button that does nothing. */
export function showGone(queryClient: QueryClient, id: number): void {
  queryClient.setQueryData(scriptQuery(id).queryKey, null)
  dropScriptLists(queryClient)
  // The button that was pressed is gone as well.
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  scrollTo({ top: 0 })
}
