import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

import { showToast } from '#web/ui/toast.ts'

import { errorMessage } from './error-messages.ts'

type Change = {
  run: () => Promise<unknown>
  /** The title of the message after it. */
  done: string
  failed: string
  after?: () => void
}

/** Runs changes and says how each ended. `reload` loads again what shows them, also after an error. */
export function useChange(reload: (queryClient: QueryClient) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: (_, { done, after }) => {
      void showToast({ type: 'success', title: done })
      after?.()
    },
    onError: (error, { failed }) =>
      void showToast({ type: 'error', title: failed, message: errorMessage(error, 'Please try again.') }),
    onSettled: () => reload(queryClient),
  })
}
