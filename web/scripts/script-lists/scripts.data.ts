import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { call, callQuery } from '#web/app/call.ts'
import { readPage } from '#web/app/page-beyond-end.ts'

import type { ScriptListSearch } from './script-list-search.ts'

const { pageSize, latest } = scriptLimits

/** Beyond the last page it is the last page, as `pagination.page` shows. */
export const scriptListQuery = (search: ScriptListSearch) =>
  queryOptions({
    queryKey: ['scripts', 'list', search],
    queryFn: ({ signal }) =>
      readPage(search.page, (page) =>
        call('GET /api/scripts', { query: { ...search, page, limit: pageSize }, signal }),
      ),
    placeholderData: keepPreviousData,
  })

export const scriptTotalQuery = (search: ScriptListSearch) =>
  queryOptions({
    queryKey: ['scripts', 'total', search],
    queryFn: async ({ signal }) => {
      const { pagination } = await call('GET /api/scripts', {
        query: { ...search, page: 1, limit: 1 },
        signal,
      })
      return pagination.total
    },
  })

export const latestScriptsQuery = callQuery(['scripts', 'latest'], 'GET /api/scripts', {
  query: { limit: latest },
})
