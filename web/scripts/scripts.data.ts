import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { scriptLimits } from '#contract/script-limits.ts'
import { call } from '#web/app/call.ts'

import type { ScriptListSearch } from './script-list-search.ts'

const { pageSize, latest } = scriptLimits

/** A page of the list; a page beyond the end is the last one, as `pagination.page` then says. */
export const scriptListQuery = (search: ScriptListSearch) =>
  queryOptions({
    queryKey: ['scripts', 'list', search],
    queryFn: async ({ signal }) => {
      const list = await call('GET /api/scripts', { query: { ...search, limit: pageSize }, signal })
      const { page, totalPages } = list.pagination
      if (page <= Math.max(1, totalPages)) return list
      return call('GET /api/scripts', { query: { ...search, page: totalPages, limit: pageSize }, signal })
    },
    placeholderData: keepPreviousData,
  })

export const latestScriptsQuery = queryOptions({
  queryKey: ['scripts', 'latest'],
  queryFn: ({ signal }) => call('GET /api/scripts', { query: { limit: latest }, signal }),
})
