import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { Category } from '#contract/scripts/categories.ts'
import { resourceTexts, useInvalidate } from '#web/admin/resource/resource.ts'
import { call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { showToast } from '#web/ui/toast.ts'

import { categoryResource } from './category-resource.tsx'

const { deleted, deleteFailed } = resourceTexts(categoryResource)

/** Moves the scripts of a category to another one, then deletes it. An error leaves the rest for the next try. */
export function MoveScriptsDialog({
  category,
  others,
  reason,
  onClose,
}: {
  category: Category
  others: readonly Category[]
  /** Why the server does not delete the category. */
  reason: string
  onClose: () => void
}) {
  const [target, setTarget] = useState('')
  const [progress, setProgress] = useState('Moving scripts...')
  const invalidate = useInvalidate(categoryResource.queryKeys)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => moveAndDelete(category.id, Number(target), setProgress),
    onSuccess: () => {
      void showToast({ type: 'success', title: deleted })
      onClose()
    },
    onSettled: invalidate,
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${category.name}?`}
      confirmLabel="Move scripts and delete"
      busyText={progress}
      isBusy={isPending}
      isDisabled={target === ''}
      error={error ? errorMessage(error, deleteFailed) : undefined}
      onConfirm={() => mutate()}
    >
      <p>
        {reason}. Hidden scripts count too. Links to {category.name} will lead to the category that you
        choose.
      </p>
      <div className="mt-4">
        <Select
          label="Move scripts to"
          placeholder="Choose a category"
          value={target}
          onChange={(event) => setTarget(event.target.value)}
          options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          disabled={isPending}
        />
      </div>
    </ConfirmDialog>
  )
}

async function moveAndDelete(id: number, to: number, onProgress: (text: string) => void): Promise<void> {
  let moved = 0
  for (let remaining = 1; remaining > 0;) {
    const part = await call('POST /api/categories/:id/move-scripts', { params: { id }, body: { to } })
    moved += part.moved
    remaining = part.remaining
    onProgress(`Moved ${fullNumber(moved)} of ${fullNumber(moved + remaining)}...`)
  }
  await call('DELETE /api/categories/:id', { params: { id }, query: { movedTo: to } })
}
