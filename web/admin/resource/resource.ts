import { type QueryKey, useQueryClient, useMutation } from '@tanstack/react-query'

import type { Permission } from '#contract/platform/permissions.ts'
import { errorMessage, type ErrorTexts } from '#web/app/error-messages.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { capitalize } from '#web/ui/capitalize.ts'
import { focusMain } from '#web/ui/focus-main.ts'
import { showToast } from '#web/ui/toast.ts'

/** A kind of record that one screen of the admin area lists, creates, edits and deletes. */
export type Resource = {
  /** Names the record in messages: "Failed to create category". */
  noun: string
  addLabel: string
  permissions: { view: Permission; manage: Permission }
  /** Queries to load again after a change. */
  queryKeys: readonly QueryKey[]
  remove: (id: number) => Promise<unknown>
  /** True if the screen shows the error of a deletion in its own way. */
  handleDeleteError?: (id: number, error: Error) => boolean
  saveErrorTexts?: Omit<ErrorTexts, 'fallback'>
}

export function resourceTexts({ noun }: Pick<Resource, 'noun'>) {
  const subject = capitalize(noun)
  return {
    subject,
    created: `${subject} created successfully!`,
    updated: `${subject} updated successfully!`,
    deleted: `${subject} deleted successfully!`,
    deleteFailed: `Failed to delete ${noun}`,
  }
}

export function saveErrorTexts({ noun, saveErrorTexts: texts }: Resource, isNew: boolean): ErrorTexts {
  return { fallback: `Failed to ${isNew ? 'create' : 'update'} ${noun}`, ...texts }
}

/** Loads the lists again that a change affects; after an error too, because the record may be out of date. */
export function useInvalidate(queryKeys: readonly QueryKey[]): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () => Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** What a disabled control says to users without the permission. */
export function useDenial(permission: Permission): string | undefined {
  return hasPermission(useSession(), permission) ? undefined : 'Access Denied'
}

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
