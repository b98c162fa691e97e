import { useEffect, useId, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import type { Collection } from '#contract/scripts/collections.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { visibilityNames } from './collections.texts.ts'
import { useCollectionForm } from './use-collection-form.ts'

const visibilityHints: Record<string, string> = {
  private: 'Only you can see it.',
  link: 'Everyone who has the link can see it. It isn’t listed anywhere.',
  public: 'Everyone can see and follow it, and it is on the list of collections.',
}

/** Title, text and visibility; of a new collection without `collection`. An editor does not change the visibility. */
export function CollectionFields({
  collection,
  isOwner = true,
  onDirty,
  onSaved,
  renderButtons,
}: {
  collection?: Collection
  isOwner?: boolean
  onDirty?: (isDirty: boolean) => void
  onSaved: (collection: Collection) => void
  renderButtons: (state: { formId: string; isBusy: boolean; isDirty: boolean }) => ReactNode
}) {
  const formId = useId()
  const { form, submit, isPending } = useCollectionForm(collection, onSaved)
  const visibility = useWatch({ control: form.control, name: 'visibility' })
  const { errors, isDirty } = form.formState
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty])
  return (
    <form
      id={formId}
      className="stack gap-5"
      aria-label="Collection"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {form.formError && <Alert tone="danger" title={form.formError} isAlert />}
      <TextField label="Title" autoComplete="off" maxLength={100} {...form.field('title')} />
      <TextArea
        label="Text"
        isOptional
        rows={4}
        lengthMax={1000}
        hint={errors.text ? undefined : 'What the list is for. Markdown works.'}
        {...form.field('text')}
      />
      {!collection?.isSaved && isOwner && (
        <Select
          label="Who can see it"
          hint={visibilityHints[visibility]}
          options={Object.entries(visibilityNames).map(([value, label]) => ({ value, label }))}
          {...form.field('visibility')}
        />
      )}
      {renderButtons({ formId, isBusy: isPending, isDirty })}
    </form>
  )
}
