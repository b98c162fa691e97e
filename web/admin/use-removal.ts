import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'

import { showToast } from '#web/ui/toast.ts'

import { explain } from './explain.ts'

/** Deletes one thing of a list; the focus, whose button goes with it, moves on to the list's heading. */
export function useRemoval({
  remove,
  queryKeys,
  done,
  failed,
}: {
  remove: (id: number) => Promise<unknown>
  queryKeys: readonly QueryKey[]
  done: string
  failed: string
}) {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      void showToast({ type: 'success', title: done })
      await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
    },
    onError: (error) => void showToast({ type: 'error', title: explain(error, failed) }),
  })
  return { remove: mutate, removingId: isPending ? variables : undefined }
}
