import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cutText } from '#contract/platform/cut-text.ts'
import { followedNews, followLimits, SavedSearchDraft, type SavedSearch } from '#contract/site/follows.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { focusField, FormDialog } from '#web/ui/FormDialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { savedSearchesQuery } from './follows.data.ts'
import { newsNames, searchTexts } from './follows.texts.ts'
import type { SavedFilters } from './search-draft.ts'
import { frameworks, games } from '#contract/scripts/script-limits.ts'
import { useCategories } from '#web/scripts/categories/use-categories.ts'
import { gameNames } from '#web/scripts/script-lists/active-filters.ts'
import { frameworkNames } from '#web/scripts/script-lists/framework-names.ts'

export function SaveSearchDialog({
  userId,
  filters,
  leftOut,
  saved,
  onClose,
}: {
  userId: number
  filters: SavedFilters
  leftOut: readonly string[]
  /** A saved search, whose values can all be changed. */
  saved?: SavedSearch
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const [values, setValues] = useState(filters)
  const texts = searchTexts(filters)
  const proposed =
    saved?.name ?? cutText(texts.join(', ').replaceAll(/[“”]/g, ''), followLimits.searchNameMax)
  const [name, setName] = useState(proposed)
  const [news, setNews] = useState<(typeof followedNews)[number]>(saved?.news ?? 'all')
  const [problem, setProblem] = useState<{ name?: string; q?: string; other?: string }>({})
  const { mutate, isPending } = useMutation({
    mutationFn: (body: SavedSearchDraft) =>
      saved
        ? call('PUT /api/saved-searches/:id', { params: { id: saved.id }, body })
        : call('POST /api/saved-searches', { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: savedSearchesQuery(userId).queryKey })
      onClose()
      void showToast({
        type: 'success',
        title: saved ? 'Search changed' : 'Search saved',
        ...(!saved && { message: 'You can find it in your settings, under Following.' }),
      })
    },
    onError: (error) => {
      const { name: ofName, q } = error instanceof ApiError ? error.fields : {}
      setProblem(
        ofName ? { name: ofName } : q ? { q } : { other: errorMessage(error, 'Failed to save the search') },
      )
    },
  })
  const title = saved ? 'Edit this search' : 'Save this search'
  function submit(form: HTMLFormElement) {
    const draft = SavedSearchDraft.safeParse({ ...values, name, news })
    if (draft.success) return mutate(draft.data)
    const [issue] = draft.error.issues
    const field = issue?.path[0] === 'q' ? 'q' : 'name'
    setProblem({ [field]: issue?.message })
    focusField(form, field)
  }
  return (
    <FormDialog
      label={title}
      submitLabel="Save"
      onClose={onClose}
      title={title}
      isBusy={isPending}
      isDirty={name !== proposed || (saved !== undefined && (values !== filters || news !== saved.news))}
      error={problem.other}
      onSubmit={submit}
    >
      {!saved && <p className="muted">We will notify you about scripts that match: {texts.join(' · ')}</p>}
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
      {saved && (
        <SearchFilterFields
          values={values}
          problem={problem.q}
          onChange={(change) => {
            setValues({ ...values, ...change })
            setProblem({})
          }}
        />
      )}
      <Select
        label="News"
        value={news}
        options={followedNews.map((value) => ({ value, label: newsNames[value] }))}
        onChange={({ currentTarget: { value } }) =>
          setNews(followedNews.find((known) => known === value) ?? 'all')
        }
      />
    </FormDialog>
  )
}

/** The filters of a saved search. A category that was renamed since stays a choice. */
function SearchFilterFields({
  values,
  problem,
  onChange,
}: {
  values: SavedFilters
  problem: string | undefined
  onChange: (change: Partial<SavedFilters>) => void
}) {
  const categories = new Set(useCategories().map(({ name }) => name))
  if (values.category !== null) categories.add(values.category)
  return (
    <>
      <TextField
        name="q"
        label="Search text"
        isOptional
        autoComplete="off"
        value={values.q ?? ''}
        error={problem}
        onChange={({ currentTarget: { value } }) => onChange({ q: value || null })}
      />
      <Select
        label="Category"
        placeholder="Any category"
        value={values.category ?? ''}
        options={[...categories].map((name) => ({ value: name, label: name }))}
        onChange={({ currentTarget: { value } }) => onChange({ category: value || null })}
      />
      <TextField
        name="tag"
        label="Tag"
        isOptional
        autoComplete="off"
        value={values.tag ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ tag: value || null })}
      />
      <Select
        label="Framework"
        placeholder="Any framework"
        value={values.framework ?? ''}
        options={frameworks.map((value) => ({ value, label: frameworkNames[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ framework: frameworks.find((known) => known === value) ?? null })
        }
      />
      <Select
        label="Game"
        placeholder="Any game"
        value={values.game ?? ''}
        options={games.map((value) => ({ value, label: gameNames[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ game: games.find((known) => known === value) ?? null })
        }
      />
    </>
  )
}
