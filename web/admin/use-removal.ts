import { useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'

import { showToast } from '#web/ui/toast.ts'

import { explain } from './explain.ts'
import { useAct } from './use-act.ts'

/** Deletes one thing of a list; the focus moves on to its neighbour before the button that has it goes. */
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
  const { start, pendingInput } = useAct({
    run: async ({ id }: { id: number; button: Element | null }) => remove(id),
    onSuccess: async (_, { button }) => {
      void showToast({ type: 'success', title: done })
      if (button && document.activeElement === button) focusNeighbour(button)
      await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
    onError: (error) => void showToast({ type: 'error', title: explain(error, failed) }),
  })
  return {
    remove: (id: number) => start({ id, button: document.activeElement }),
    removingId: pendingInput?.id,
  }
}

function focusNeighbour(button: Element): void {
  const item = button.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const target =
    neighbour?.querySelector<HTMLElement>('button') ?? document.querySelector<HTMLElement>('#main')
  target?.focus({ preventScroll: true })
}
