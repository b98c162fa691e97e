import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { splitTags } from '#contract/script-fields.ts'
import type { SubmitForm } from '#contract/script-fields.ts'
import type { Script } from '#contract/scripts.ts'
import { CallFailure, callOver } from '#web/app/call.ts'

import type { Outcome } from './FormOutcome.tsx'
import { dropScriptLists } from './script-detail.data.ts'
import { showRefusal } from './show-refusal.ts'
import { newSubmissionKey } from './submission-key.ts'
import type { ChosenArchive } from './use-chosen-archive.ts'
import type { ChosenImages } from './use-chosen-images.ts'
import type { ScriptForm } from './use-script-form.ts'
import { useSending } from './use-sending.ts'

const failed = 'Failed to submit script. Please try again.'

/** Sends what a submit form holds. Everything stays as it was entered until the script is published. */
export function useSubmission({
  form,
  archive,
  images,
}: {
  form: ScriptForm
  archive: ChosenArchive
  images: ChosenImages
}) {
  const queryClient = useQueryClient()
  const { progress, start, cancel, forgetArrived } = useSending()
  const [outcome, setOutcome] = useState<Outcome>()
  const [published, setPublished] = useState<Script>()
  // One key for all tries of this form: whatever was lost on the way, it makes one script.
  const [submissionKey, setSubmissionKey] = useState(newSubmissionKey)

  async function submit({ tags, version, ...texts }: SubmitForm): Promise<void> {
    setOutcome(undefined)
    try {
      const script = await start(
        {
          fields: { ...texts, ...(version && { version }), tags: JSON.stringify(splitTags(tags)) },
          archive: archive.file,
          images: images.images.map(({ file }) => file),
          headers: { 'idempotency-key': submissionKey },
        },
        (carrier, sent, signal) => callOver(carrier, 'POST /api/scripts', { form: sent, signal }),
      )
      if (!script) {
        setOutcome({ tone: 'info', title: 'Upload cancelled', text: 'Nothing was published.' })
        return
      }
      dropScriptLists(queryClient)
      setPublished(script)
    } catch (error) {
      // An earlier try was published as it was then. Whoever sends this all the same, having been told, means another.
      if (error instanceof CallFailure && error.code === 'conflict' && error.retryAfter === undefined)
        setSubmissionKey(newSubmissionKey())
      const answer = showRefusal(error, {
        form,
        showArchiveProblem: (problem) => {
          forgetArrived()
          archive.showProblem(problem)
        },
        showImagesProblem: images.showProblem,
      })
      if (answer !== undefined) setOutcome({ tone: 'danger', title: failed, text: answer })
    }
  }
  return { submit, cancel, progress, outcome, published }
}
