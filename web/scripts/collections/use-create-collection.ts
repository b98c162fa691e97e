import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { CollectionDraft, type Collection } from '#contract/scripts/collections.ts'
import { ApiError, call } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'

import { useShowCollection } from './collections.data.ts'

export type CollectionProblems = { title?: string; text?: string; visibility?: string; other?: string }
type Draft = { title: string; text: string; visibility: string }

/** Creates a collection, or changes that with the id. Problems are those of the form, or of the server. */
export function useCreateCollection(id?: number) {
  const show = useShowCollection()
  const [problems, setProblems] = useState<CollectionProblems>({})
  const { mutate, isPending } = useMutation({
    mutationFn: (body: CollectionDraft): Promise<Collection> =>
      id === undefined
        ? call('POST /api/collections', { body })
        : call('PUT /api/collections/:id', { params: { id }, body }),
    onSuccess: show,
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      const { title, text, visibility } = fields
      setProblems(
        (title ?? text ?? visibility)
          ? { ...(title && { title }), ...(text && { text }), ...(visibility && { visibility }) }
          : { other: errorMessage(error, 'Failed to save the collection') },
      )
    },
  })
  function create(draft: Draft, onSaved: (collection: Collection) => void): boolean {
    const { data, error } = CollectionDraft.safeParse(draft)
    setProblems({})
    if (data) mutate(data, { onSuccess: onSaved })
    else setProblems(Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])))
    return data !== undefined
  }
  return { create, isPending, problems, clear: () => setProblems({}) }
}
