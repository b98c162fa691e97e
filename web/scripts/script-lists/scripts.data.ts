import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { call } from '#web/app/call.ts'
import { pageBeyondEnd } from '#web/app/page-beyond-end.ts'

import type { ScriptListSearch } from './script-list-search.ts'

const { pageSize, latest } = scriptLimits

/** Beyond the last page it is the last page, as `pagination.page` shows. */
export const scriptListQuery = (search: ScriptListSearch) =>
  queryOptions({
    queryKey: ['scripts', 'list', search],
    queryFn: async ({ signal }) => {
      const list = await call('GET /api/scripts', { query: { ...search, limit: pageSize }, signal })
      const page = pageBeyondEnd(list.pagination)
      if (page === undefined) return list
      return call('GET /api/scripts', { query: { ...search, page, limit: pageSize }, signal })
    },
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

export const latestScriptsQuery = queryOptions({
  queryKey: ['scripts', 'latest'],
  queryFn: ({ signal }) => call('GET /api/scripts', { query: { limit: latest }, signal }),
})
