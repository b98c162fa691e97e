import { useMutation } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'

import { errorMessage } from '#web/app/error-messages.ts'
import { focusMain } from '#web/ui/focus-main.ts'
import { showToast } from '#web/ui/toast.ts'

import { useInvalidate } from './resource.ts'

/** Deletes one item of a list; the focus moves to its neighbour before the focused button is removed. */
export function useDelete({
  remove,
  handleDeleteError,
  queryKeys,
  texts,
}: {
  remove: (id: number) => Promise<unknown>
  handleDeleteError?: ((id: number, error: Error) => boolean) | undefined
  queryKeys: readonly QueryKey[]
  texts: { deleted: string; deleteFailed: string }
}) {
  const invalidate = useInvalidate(queryKeys)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: { id: number; button: Element | null }) => remove(id),
    onSuccess: (_, { button }) => {
      void showToast({ type: 'success', title: texts.deleted })
      if (button && document.activeElement === button) focusNeighbour(button)
    },
    onError: (error, { id }) => {
      if (handleDeleteError?.(id, error)) return
      void showToast({ type: 'error', title: errorMessage(error, texts.deleteFailed) })
    },
    onSettled: invalidate,
  })
  return {
    deleteItem: (id: number) => mutate({ id, button: document.activeElement }),
    deletingId: isPending ? variables.id : undefined,
  }
}

function focusNeighbour(button: Element): void {
  const item = button.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const target = neighbour?.querySelector<HTMLElement>('button')
  if (target) target.focus({ preventScroll: true })
  else focusMain()
}
