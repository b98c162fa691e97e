import { queryOptions } from '@tanstack/react-query'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { call, callQuery, pagedQuery } from '#web/app/call.ts'

import type { ScriptListSearch } from './script-list-search.ts'

const { pageSize, latest } = scriptLimits

/** Beyond the last page it is the last page, as `pagination.page` shows. */
export const scriptListQuery = (search: ScriptListSearch) =>
  pagedQuery(['scripts', 'list', search], 'GET /api/scripts', { query: { ...search, limit: pageSize } })

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
