import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { call, callQuery } from '#web/app/call.ts'
import { readPage } from '#web/app/page-beyond-end.ts'

export const relatedScriptsQuery = (id: number) =>
  callQuery(['scripts', 'related', id], 'GET /api/scripts/:id/related', { params: { id } })

export const dependentScriptsQuery = (id: number) =>
  callQuery(['scripts', 'dependents', id], 'GET /api/scripts/:id/dependents', {
    params: { id },
    query: { limit: scriptLimits.related },
  })

/** Beyond the last page it is the last page. */
export const dependentListQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['scripts', 'dependents', id, page],
    queryFn: ({ signal }) =>
      readPage(page, (number) =>
        call('GET /api/scripts/:id/dependents', { params: { id }, query: { page: number }, signal }),
      ),
    placeholderData: keepPreviousData,
  })
