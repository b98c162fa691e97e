import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { SubmitForm } from '#contract/script-fields.ts'
import { splitTags } from '#contract/script-fields.ts'
import type { Script } from '#contract/scripts.ts'
import { ApiError, callWith } from '#web/app/call.ts'
import { showToast } from '#web/ui/toast.ts'

import { applyScriptErrors } from './apply-script-errors.ts'
import type { Outcome } from './FormOutcome.tsx'
import { changedFields, expectedOf } from './script-changes.ts'
import { invalidateScriptLists, scriptQuery } from './script-detail.data.ts'
import type { ChosenArchive } from './use-chosen-archive.ts'
import type { ChosenImages } from './use-chosen-images.ts'
import type { ScriptForm } from './use-script-form.ts'
import { useUpload } from './use-upload.ts'

/** Sends the changed fields of the edit form, then opens the script's page. */
export function useEditScript({
  base,
  readAfterConflict,
  form,
  archive,
  images,
  removedImages,
  imageOrder,
}: {
  /** The version that the user has seen: the server rejects a change of fields that differ from it. */
  base: Script
  readAfterConflict: (error: unknown) => Promise<void>
  form: ScriptForm
  archive: ChosenArchive
  images: ChosenImages
  removedImages: readonly string[]
  imageOrder: readonly string[]
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { state, start, cancel, discardArchive } = useUpload()
  const [outcome, setOutcome] = useState<Outcome>()
  const { id } = base

  function readChanges(values: SubmitForm): { fields: Record<string, string>; isEmpty: boolean } {
    const files = { hasArchive: archive.file !== undefined, hasImages: images.images.length > 0 }
    // New images replace all current ones, the removed ones included.
    const [removed, order] = files.hasImages ? [[]] : [removedImages, imageOrder]
    const fields = changedFields(base, values, splitTags(values.tags), removed, order)
    const isEmpty = Object.keys(fields).length === 0 && !files.hasArchive && !files.hasImages
    return { fields: { ...fields, expected: JSON.stringify(expectedOf(base, fields, files)) }, isEmpty }
  }

  async function save(values: SubmitForm): Promise<void> {
    setOutcome(undefined)
    const { fields, isEmpty } = readChanges(values)
    if (isEmpty) {
      setOutcome({ tone: 'info', title: 'No changes detected' })
      return
    }
    try {
      const saved = await start(
        { fields, archive: archive.file, images: images.images.map(({ file }) => file), headers: {} },
        (transport, body, signal) =>
          callWith(transport, 'PUT /api/scripts/:id', { params: { id }, form: body, signal }),
      )
      if (!saved) {
        setOutcome({ tone: 'info', title: 'Upload cancelled', text: 'The script is as it was.' })
        return
      }
      queryClient.setQueryData(scriptQuery(id).queryKey, saved)
      invalidateScriptLists(queryClient)
      // The router caches the script's page under its previous title.
      router.clearCache()
      await navigate({ to: '/scripts/$id', params: { id: String(id) }, replace: true, ignoreBlocker: true })
      await showToast({ type: 'success', title: 'Script updated', message: saved.name })
    } catch (error) {
      showError(error)
      if (error instanceof ApiError && error.status === 409) showConflict()
      await readAfterConflict(error)
    }
  }

  function showError(error: unknown) {
    // Without a response the server may or may not have consumed the uploaded archive.
    if (error instanceof ApiError && error.code === 'network') discardArchive()
    const title = 'Failed to update script'
    applyScriptErrors(error, {
      form,
      archive,
      images,
      discardArchive,
      showMessage: (text) =>
        setOutcome({ tone: 'danger', title: text ? title : `${title}. Please try again.`, text }),
    })
  }

  function showConflict() {
    discardArchive()
    setOutcome({
      tone: 'danger',
      title: 'Somebody else has changed this script',
      text: 'What you entered is still here. Use the stored values, or save again to put yours in their place.',
    })
  }
  return { save, cancel, upload: state, outcome }
}
