import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'

import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast.ts'

import { invalidateScriptLists, scriptQuery } from './script-detail.data.ts'

export function PublishButton({
  script: { id, name },
  onPublished,
}: {
  script: { id: number; name: string }
  onPublished: () => void
}) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/scripts/:id/publish', { params: { id } }),
    onSuccess: (script) => {
      queryClient.setQueryData(scriptQuery(id).queryKey, script)
      invalidateScriptLists(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['versions'] })
      void showToast({ type: 'success', title: 'Script published', message: name })
      onPublished()
    },
    onError: (error) =>
      void showToast({ type: 'error', title: errorMessage(error, 'Failed to publish script') }),
  })
  return (
    <Button
      variant="cta"
      size="sm"
      icon={<Check />}
      isBusy={isPending}
      busyText="Publishing..."
      onClick={() => mutate()}
    >
      Publish<span className="visually-hidden"> {name}</span>
    </Button>
  )
}
