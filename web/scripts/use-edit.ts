import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { SubmitForm } from '#contract/script-fields.ts'
import { splitTags } from '#contract/script-fields.ts'
import type { Script } from '#contract/scripts.ts'
import { CallFailure, callOver } from '#web/app/call.ts'
import { showToast } from '#web/ui/toast.ts'

import type { Outcome } from './FormOutcome.tsx'
import { changedFields, expectedOf } from './script-changes.ts'
import { dropScriptLists, scriptQuery } from './script-detail.data.ts'
import { showRefusal } from './show-refusal.ts'
import type { ChosenArchive } from './use-chosen-archive.ts'
import type { ChosenImages } from './use-chosen-images.ts'
import type { ScriptForm } from './use-script-form.ts'
import { useSending } from './use-sending.ts'

/** Sends what an edit form changed, and nothing else; then the script's page follows. */
export function useEdit({
  script,
  form,
  archive,
  images,
  removedImages,
}: {
  script: Script
  form: ScriptForm
  archive: ChosenArchive
  images: ChosenImages
  removedImages: readonly string[]
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { progress, start, cancel, forgetArrived } = useSending()
  const [outcome, setOutcome] = useState<Outcome>()
  // What the form was opened with, until the server says that it has changed: then what its person was told of.
  const [base, setBase] = useState(script)
  const { id } = script

  function changeOf(values: SubmitForm): { fields: Record<string, string>; isEmpty: boolean } {
    // New pictures take the place of all, also of those that were marked to go.
    const removed = images.images.length > 0 ? [] : removedImages
    const fields = changedFields(script, values, splitTags(values.tags), removed)
    const files = { hasArchive: archive.file !== undefined, hasImages: images.images.length > 0 }
    const isEmpty = Object.keys(fields).length === 0 && !files.hasArchive && !files.hasImages
    return { fields: { ...fields, expected: JSON.stringify(expectedOf(base, fields, files)) }, isEmpty }
  }

  async function save(values: SubmitForm): Promise<void> {
    setOutcome(undefined)
    const { fields, isEmpty } = changeOf(values)
    if (isEmpty) {
      setOutcome({ tone: 'info', title: 'No changes detected' })
      return
    }
    try {
      const saved = await start(
        { fields, archive: archive.file, images: images.images.map(({ file }) => file), headers: {} },
        (carrier, sent, signal) =>
          callOver(carrier, 'PUT /api/scripts/:id', { params: { id }, form: sent, signal }),
      )
      if (!saved) {
        setOutcome({ tone: 'info', title: 'Upload cancelled', text: 'The script is as it was.' })
        return
      }
      queryClient.setQueryData(scriptQuery(id).queryKey, saved)
      dropScriptLists(queryClient)
      // The router remembers the page that was left, under its old title.
      router.clearCache()
      await navigate({ to: '/scripts/$id', params: { id: String(id) }, replace: true, ignoreBlocker: true })
      await showToast({ type: 'success', title: 'Script updated', message: saved.name })
    } catch (error) {
      refuse(error)
      if (error instanceof CallFailure && error.status === 409) await takeNote()
    }
  }

  /** Whoever was told what has changed may save over it: a second refusal for the same would tell nothing new. */
  async function takeNote(): Promise<void> {
    forgetArrived()
    setOutcome({
      tone: 'danger',
      title: 'Somebody else has changed this script',
      text: 'What you entered is kept. Look at the script in another tab, then save again to put yours in its place.',
    })
    const now = await queryClient.fetchQuery({ ...scriptQuery(id), staleTime: 0 }).catch(() => null)
    if (now) setBase(now)
  }

  function refuse(error: unknown) {
    // Without an answer it is open whether the upload was taken; a second try must not rely on it.
    if (error instanceof CallFailure && error.code === 'network') forgetArrived()
    const answer = showRefusal(error, {
      form,
      showArchiveProblem: (problem) => {
        forgetArrived()
        archive.showProblem(problem)
      },
      showImagesProblem: images.showProblem,
    })
    if (answer) setOutcome({ tone: 'danger', title: 'Failed to update script', text: answer })
    if (answer === '') setOutcome({ tone: 'danger', title: 'Failed to update script. Please try again.' })
  }
  return { save, cancel, progress, outcome }
}
