import { useEffect } from 'react'
import { z } from 'zod/mini'

import { CollectionDraft, type Collection } from '#contract/scripts/collections.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'

import { useShowCollection } from './collections.data.ts'

/** The form always has a text. */
const Form = z.extend(CollectionDraft, { text: CollectionDraft.shape.text.def.innerType })

/** The form of a collection, or of a new one. */
export function useCollectionForm(
  collection: Collection | undefined,
  onSaved: (collection: Collection, reset: () => void) => void,
) {
  const { id, title = '', text = '', visibility = 'private' } = collection ?? {}
  const show = useShowCollection()
  const form = useZodForm<CollectionDraft>(Form, { title, text, visibility })
  const { reset } = form
  // Other editors change the collection too; unsaved input stays.
  useEffect(
    () => reset({ title, text, visibility }, { keepDirtyValues: true }),
    [title, text, visibility, reset],
  )
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: (body: CollectionDraft): Promise<Collection> =>
      id === undefined
        ? call('POST /api/collections', { body })
        : call('PUT /api/collections/:id', { params: { id }, body }),
    errors: { fields: ['title', 'text', 'visibility'], texts: 'Failed to save the collection' },
    onSuccess: (saved) => {
      show(saved)
      if (id !== undefined) reset({ title: saved.title, text: saved.text, visibility: saved.visibility })
      onSaved(saved, () => reset())
    },
  })
  return { form, submit, isPending }
}
