import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Follow, FollowFilter, SavedSearch } from '#contract/site/follows.ts'
import { call, callQuery } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { showToast } from '#web/ui/toast.ts'

const listKey = ['follows', 'list']

const pageSize = 50

export const followsQuery = (userId: number, page: number) => ({
  ...callQuery([...listKey, userId, page], 'GET /api/follows', { query: { page, limit: pageSize } }),
  staleTime: 0,
  placeholderData: keepPreviousData,
})

export const savedSearchesQuery = (userId: number) => ({
  ...callQuery(['saved-searches', userId], 'GET /api/saved-searches'),
  staleTime: 0,
})

const failed = (title: string) => (error: Error) =>
  void showToast({ type: 'error', title, message: errorMessage(error, 'Please try again.') })

const put = ({ kind, id }: Follow, body: FollowFilter) =>
  call('PUT /api/follows/:kind/:id', { params: { kind, id }, body })

/** Changes the filter of a follow, ends it, or takes that back. */
export function useFollowChanges(userId: number, page: number) {
  const queryClient = useQueryClient()
  const { queryKey } = followsQuery(userId, page)
  const reload = () => queryClient.invalidateQueries({ queryKey: ['follows'] })

  /** Undefined removes it from the list. */
  function show(follow: Follow, filter: FollowFilter | undefined) {
    const isSame = ({ kind, id }: Follow) => kind === follow.kind && id === follow.id
    const change = (list: Follow[]) =>
      filter === undefined
        ? list.filter((entry) => !isSame(entry))
        : list.map((entry) => (isSame(entry) ? { ...entry, filter } : entry))
    queryClient.setQueryData(queryKey, (data) => data && { ...data, follows: change(data.follows) })
  }

  const { mutate: changeFilter } = useMutation({
    mutationFn: ({ follow, filter }: { follow: Follow; filter: FollowFilter }) => put(follow, filter),
    onMutate: async ({ follow, filter }) => {
      await queryClient.cancelQueries({ queryKey })
      show(follow, filter)
    },
    onError: failed('Failed to change what you get'),
    onSettled: reload,
  })
  const { mutate: unfollow } = useMutation({
    mutationFn: ({ kind, id }: Follow) => call('DELETE /api/follows/:kind/:id', { params: { kind, id } }),
    onMutate: async (follow) => {
      await queryClient.cancelQueries({ queryKey })
      show(follow, undefined)
    },
    onSuccess: (_, follow) =>
      void showToast({
        type: 'success',
        title: `You no longer follow ${follow.name}`,
        durationMs: 10_000,
        action: {
          label: 'Undo',
          run: () => void put(follow, follow.filter).catch(failed('Failed to follow again')).finally(reload),
        },
      }),
    onError: failed('Failed to unfollow'),
    onSettled: reload,
  })
  return { changeFilter, unfollow }
}

/** Removes a saved search, or saves it again. */
export function useRemoveSearch(userId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = savedSearchesQuery(userId)
  const reload = () => queryClient.invalidateQueries({ queryKey })
  const { mutate } = useMutation({
    mutationFn: ({ id }: SavedSearch) => call('DELETE /api/saved-searches/:id', { params: { id } }),
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(
        queryKey,
        (data) => data && { searches: data.searches.filter((entry) => entry.id !== id) },
      )
    },
    onSuccess: (_, { id: _id, at: _at, ...draft }) =>
      void showToast({
        type: 'success',
        title: `Removed “${draft.name}”`,
        durationMs: 10_000,
        action: {
          label: 'Undo',
          run: () =>
            void call('POST /api/saved-searches', { body: draft })
              .catch(failed('Failed to save the search again'))
              .finally(reload),
        },
      }),
    onError: failed('Failed to remove the search'),
    onSettled: reload,
  })
  return mutate
}
