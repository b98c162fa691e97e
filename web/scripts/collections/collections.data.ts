import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Collection, OwnCollection } from '#contract/scripts/collections.ts'
import { call, callQuery, pagedQuery } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { nullIfNotFound } from '#web/scripts/script-page/script-detail.data.ts'
import { showToast } from '#web/ui/toast.ts'

import type { CollectionListSearch } from './collections-search.ts'

export const collectionsKey = ['collections'] as const

const pageSize = 24

/** Beyond the last page it is the last page, as `pagination.page` shows. */
export const collectionListQuery = (search: CollectionListSearch) =>
  pagedQuery([...collectionsKey, 'list', search], 'GET /api/collections', {
    query: { ...search, page: search.page ?? 1, limit: pageSize },
  })

/** null if it does not exist, or not for this user. */
export const collectionQuery = (id: number, key?: string) =>
  queryOptions({
    queryKey: [...collectionsKey, 'one', id, key ?? ''],
    queryFn: ({ signal }): Promise<Collection | null> =>
      nullIfNotFound(call('GET /api/collections/:id', { params: { id }, query: { key }, signal })),
  })

/** With a script, each one says whether it has it. */
export const ownCollectionsQuery = (userId: number, script?: number) => ({
  ...callQuery([...collectionsKey, 'own', userId, script ?? 0], 'GET /api/account/collections', {
    query: { script },
  }),
  staleTime: 0,
})

export const editorsQuery = (id: number, userId: number) => ({
  ...callQuery([...collectionsKey, 'editors', id, userId], 'GET /api/collections/:id/editors', {
    params: { id },
  }),
  staleTime: 0,
})

export const collectionInstallQuery = (id: number, key?: string) =>
  callQuery([...collectionsKey, 'install', id, key ?? ''], 'GET /api/collections/:id/install', {
    params: { id },
    query: { key },
  })

/** Shows what the server replied to a change, and reads lists again. */
export function useShowCollection() {
  const queryClient = useQueryClient()
  return (collection: Collection) => {
    const { id } = collection
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      queryKey[1] !== 'one' || queryKey[2] === id
    void queryClient.invalidateQueries({ queryKey: collectionsKey, predicate: isOther })
    queryClient.setQueryData(collectionQuery(id).queryKey, collection)
  }
}

type EntryChange = { collection: OwnCollection; isAdded: boolean; versionId?: number | null }

export function useChangeEntry(userId: number, scriptId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = ownCollectionsQuery(userId, scriptId)
  return useMutation({
    mutationFn: ({ collection: { id }, isAdded, versionId = null }: EntryChange) =>
      isAdded
        ? call('PUT /api/collections/:id/scripts/:scriptId', {
            params: { id, scriptId },
            body: { note: '', versionId },
          })
        : call('DELETE /api/collections/:id/scripts/:scriptId', { params: { id, scriptId } }),
    onMutate: async ({ collection: { id }, isAdded }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(
        queryKey,
        (data) =>
          data && {
            collections: data.collections.map((entry) =>
              entry.id === id ? { ...entry, hasScript: isAdded } : entry,
            ),
          },
      )
    },
    onError: (error, { collection: { title }, isAdded }) =>
      void showToast({
        type: 'error',
        title: isAdded ? `Failed to add it to ${title}` : `Failed to remove it from ${title}`,
        message: errorMessage(error, 'Please try again.'),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsKey }),
  })
}

export function useSaveScript() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ scriptId, isSaved }: { scriptId: number; isSaved: boolean }) => {
      const params = { scriptId }
      if (isSaved) await call('PUT /api/account/saved-scripts/:scriptId', { params })
      else await call('DELETE /api/account/saved-scripts/:scriptId', { params })
    },
    onError: (error, { isSaved }) =>
      void showToast({
        type: 'error',
        title: isSaved ? 'Failed to save the script' : 'Failed to remove the script',
        message: errorMessage(error, 'Please try again.'),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsKey }),
  })
}

/** For a deleted collection, after its page was left. */
export function useForgetCollection() {
  const queryClient = useQueryClient()
  return (id: number) => {
    queryClient.removeQueries({ queryKey: [...collectionsKey, 'one', id] })
    void queryClient.invalidateQueries({ queryKey: collectionsKey })
  }
}

export function mayEdit({ owner, editors }: Collection, userId: number | undefined): boolean {
  return [owner, ...editors].some(({ id }) => id === userId)
}
