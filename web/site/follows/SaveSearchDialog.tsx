import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { cutText } from '#contract/platform/cut-text.ts'
import { followedNews, followLimits, SavedSearchDraft } from '#contract/site/follows.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { savedSearchesQuery } from './follows.data.ts'
import { newsNames, searchTexts } from './follows.texts.ts'
import styles from './Following.module.css'
import type { SavedFilters } from './search-draft.ts'

export function SaveSearchDialog({
  userId,
  filters,
  leftOut,
  onClose,
}: {
  userId: number
  filters: SavedFilters
  leftOut: readonly string[]
  onClose: () => void
}) {
  const formId = useId()
  const queryClient = useQueryClient()
  const texts = searchTexts(filters)
  const proposed = cutText(texts.join(', ').replaceAll(/[“”]/g, ''), followLimits.searchNameMax)
  const [name, setName] = useState(proposed)
  const [news, setNews] = useState<(typeof followedNews)[number]>('all')
  const [problem, setProblem] = useState<{ name?: string; other?: string }>({})
  const { mutate, isPending } = useMutation({
    mutationFn: (body: SavedSearchDraft) => call('POST /api/saved-searches', { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: savedSearchesQuery(userId).queryKey })
      onClose()
      void showToast({
        type: 'success',
        title: 'Search saved',
        message: 'You can find it in your settings, under Following.',
      })
    },
    onError: (error) => {
      const field = error instanceof ApiError ? error.fields['name'] : undefined
      setProblem(field ? { name: field } : { other: errorMessage(error, 'Failed to save the search') })
    },
  })
  function submit() {
    const draft = SavedSearchDraft.safeParse({ ...filters, name, news })
    if (draft.success) return mutate(draft.data)
    setProblem({ name: draft.error.issues[0]?.message ?? 'Name is required' })
    document.getElementById(formId)?.querySelector<HTMLElement>('[name="name"]')?.focus()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Save this search"
      isBusy={isPending}
      isDirty={name !== proposed}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="cta" isBusy={isPending} busyText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Save this search"
        className="stack gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {problem.other && <Alert tone="danger" title={problem.other} isAlert />}
        <p className={styles.note}>We will notify you about scripts that match: {texts.join(' · ')}</p>
        {leftOut.length > 0 && (
          <Alert tone="warn" title="Some filters cannot be saved">
            Left out: {leftOut.join(', ')}
          </Alert>
        )}
        <TextField
          name="name"
          label="Name"
          autoComplete="off"
          maxLength={followLimits.searchNameMax}
          value={name}
          error={problem.name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value)
            setProblem({})
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
          autoFocus
        />
        <Select
          label="News"
          value={news}
          options={followedNews.map((value) => ({ value, label: newsNames[value] }))}
          onChange={({ currentTarget: { value } }) =>
            setNews(followedNews.find((known) => known === value) ?? 'all')
          }
        />
      </form>
    </Dialog>
  )
}
