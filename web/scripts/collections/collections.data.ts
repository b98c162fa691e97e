import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Collection } from '#contract/scripts/collections.ts'
import { call } from '#web/app/call.ts'
import { pageBeyondEnd } from '#web/app/page-beyond-end.ts'
import { isNotFound } from '#web/scripts/script-page/script-detail.data.ts'

import type { CollectionListSearch } from './collections-search.ts'

export const collectionsKey = ['collections'] as const

const pageSize = 24

/** Beyond the last page it is the last page, as `pagination.page` shows. */
export const collectionListQuery = (search: CollectionListSearch) =>
  queryOptions({
    queryKey: [...collectionsKey, 'list', search],
    queryFn: async ({ signal }) => {
      const read = (page = 1) =>
        call('GET /api/collections', { query: { ...search, page, limit: pageSize }, signal })
      const list = await read(search.page)
      const last = pageBeyondEnd(list.pagination)
      return last === undefined ? list : read(last)
    },
    placeholderData: keepPreviousData,
  })

/** null if it does not exist, or not for this user. */
export const collectionQuery = (id: number, key?: string) =>
  queryOptions({
    queryKey: [...collectionsKey, 'one', id, key ?? ''],
    queryFn: async ({ signal }): Promise<Collection | null> => {
      try {
        return await call('GET /api/collections/:id', { params: { id }, query: { key }, signal })
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
  })
