import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import type { Collection } from '#contract/scripts/collections.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { visibilityNames } from './collections.texts.ts'
import { useCreateCollection } from './use-create-collection.ts'

const visibilityHints: Record<string, string> = {
  private: 'Only you can see it.',
  link: 'Everyone who has the link can see it. It isn’t listed anywhere.',
  public: 'Everyone can see and follow it, and it is on the list of collections.',
}

/** Title, text and visibility; of a new collection without `collection`. An editor does not change the visibility. */
export function CollectionFields({
  collection,
  isOwner = true,
  onSaved,
  renderButtons,
}: {
  collection?: Collection
  isOwner?: boolean
  onSaved: (collection: Collection) => void
  renderButtons: (state: { formId: string; isBusy: boolean; isDirty: boolean }) => ReactNode
}) {
  const formId = useId()
  const before = {
    title: collection?.title ?? '',
    text: collection?.text ?? '',
    visibility: collection?.visibility ?? 'private',
  }
  const [form, setForm] = useState<Record<keyof typeof before, string>>(before)
  const { create, isPending, problems, clear } = useCreateCollection(collection?.id)
  const isDirty =
    form.title !== before.title || form.text !== before.text || form.visibility !== before.visibility
  function change(next: Partial<typeof form>) {
    setForm((present) => ({ ...present, ...next }))
    clear()
  }
  return (
    <form
      id={formId}
      className="stack gap-5"
      aria-label="Collection"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const { currentTarget } = event
        if (!create(form, onSaved)) currentTarget.querySelector<HTMLElement>('input, textarea')?.focus()
      }}
    >
      {problems.other && <Alert tone="danger" title={problems.other} isAlert />}
      <TextField
        label="Title"
        name="title"
        autoComplete="off"
        maxLength={100}
        value={form.title}
        error={problems.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <TextArea
        label="Text"
        name="text"
        isOptional
        rows={4}
        lengthMax={1000}
        hint={problems.text ? undefined : 'What the list is for. Markdown works.'}
        value={form.text}
        error={problems.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      {!collection?.isSaved && isOwner && (
        <Select
          label="Who can see it"
          name="visibility"
          value={form.visibility}
          hint={visibilityHints[form.visibility]}
          error={problems.visibility}
          options={Object.entries(visibilityNames).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => change({ visibility: currentTarget.value })}
        />
      )}
      {renderButtons({ formId, isBusy: isPending, isDirty })}
    </form>
  )
}
