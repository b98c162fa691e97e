import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { EditForm } from '#contract/scripts/script-fields.ts'
import { fileMessages, splitTags } from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { ApiError, callWith } from '#web/app/call.ts'
import { showToast, type ToastContent } from '#web/ui/toast.ts'
import { versionsPath } from '#web/scripts/versions/version-paths.ts'
import { invalidateScriptLists, scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'

import { applyScriptErrors } from './use-script-form.ts'
import type { Outcome, ScriptEntries } from './ScriptEditor.tsx'
import { changedFields, expectedOf } from './script-changes.ts'
import { sentImages } from './chosen-files.ts'
import { useUpload } from './upload-script.ts'

const versionToastMs = 10_000

const isVersionWaiting = ({ fields }: ApiError) => fields['scriptFile'] === fileMessages.versionWaits

/** Sends the changed fields of the edit form, then opens the script's page. */
export function useEditScript({
  base,
  readAfterConflict,
  form,
  archive,
  images,
}: ScriptEntries & {
  /** The version that the user has seen: the server rejects a change of fields that differ from it. */
  base: Script
  readAfterConflict: (error: unknown) => Promise<void>
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { state, start, cancel, discardArchive } = useUpload()
  const [outcome, setOutcome] = useState<Outcome>()
  const { id } = base

  function readChanges(values: EditForm): { fields: Record<string, string>; isEmpty: boolean } {
    const { files: added, removed, imageOrder } = sentImages(images.items)
    const files = { hasArchive: archive.file !== undefined, hasImages: added.length > 0 }
    const fields = changedFields(base, values, splitTags(values.tags), removed, imageOrder, files.hasArchive)
    const isEmpty = Object.keys(fields).length === 0 && !files.hasArchive && !files.hasImages
    return { fields: { ...fields, expected: JSON.stringify(expectedOf(base, fields, files)) }, isEmpty }
  }

  async function save(values: EditForm): Promise<void> {
    setOutcome(undefined)
    const { fields, isEmpty } = readChanges(values)
    if (isEmpty) {
      setOutcome({ tone: 'info', title: 'No changes detected' })
      return
    }
    try {
      const saved = await start(
        { fields, archive: archive.file, images: sentImages(images.items).files, headers: {} },
        (transport, body, signal) =>
          callWith(transport, 'PUT /api/scripts/:id', { params: { id }, form: body, signal }),
      )
      if (!saved) {
        setOutcome({ tone: 'info', title: 'Upload cancelled', text: 'The script is as it was.' })
        return
      }
      queryClient.setQueryData(scriptQuery(id).queryKey, saved)
      invalidateScriptLists(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['versions'] })
      // The router caches the script's page under its previous title.
      router.clearCache()
      await navigate({ to: '/scripts/$id', params: { id: String(id) }, replace: true, ignoreBlocker: true })
      await showToast(successOf(saved, values))
    } catch (error) {
      // Before the error is shown: a reload finds the draft of the stored state only.
      await readAfterConflict(error)
      showError(error)
      if (error instanceof ApiError && error.status === 409 && !isVersionWaiting(error)) showConflict()
    }
  }

  function successOf(saved: Script, { version }: EditForm): ToastContent {
    if (!archive.file) return { type: 'success', title: 'Script updated', message: saved.name }
    const number = version || saved.version
    // A version that waits is not the current one.
    const isWaiting = saved.isInReview === true || saved.versionId === base.versionId
    return {
      type: 'success',
      title: 'Script updated',
      message: isWaiting
        ? `${number} is checked before it is published. Until then only you and moderators see it.`
        : `${number} is now the current version.`,
      durationMs: versionToastMs,
      action: {
        label: 'All versions',
        run: () => void router.navigate({ href: versionsPath(id) }),
      },
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
      title: 'This script has changed since you opened it',
      text: 'It was edited in another tab or by someone else. Your changes are still here: use the stored values, or save again to replace them.',
    })
  }
  return { save, cancel, upload: state, outcome }
}
