import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { splitTags } from '#contract/scripts/script-fields.ts'
import type { EditForm } from '#contract/scripts/script-fields.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { ApiError, callWith } from '#web/app/call.ts'
import { invalidateScriptLists } from '#web/scripts/script-page/script-detail.data.ts'

import { applyScriptErrors } from './use-script-form.ts'
import type { Outcome, ScriptEntries } from './ScriptEditor.tsx'
import { sentImages } from './chosen-files.ts'
import { useUpload } from './upload-script.ts'

/** Submits the form. Its entries stay until the script is published. */
export function useSubmitScript({ form, archive, images }: ScriptEntries) {
  const queryClient = useQueryClient()
  const { state, start, cancel, discardArchive } = useUpload()
  const [outcome, setOutcome] = useState<Outcome>()
  const [published, setPublished] = useState<Script>()
  // One key for all attempts: if only the response was lost, the next attempt publishes no second script.
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey)

  async function submit({ tags, ...texts }: EditForm): Promise<void> {
    setOutcome(undefined)
    try {
      const script = await start(
        {
          fields: {
            ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
            tags: JSON.stringify(splitTags(tags)),
          },
          archive: archive.file,
          images: sentImages(images.items).files,
          headers: { 'idempotency-key': idempotencyKey },
        },
        (transport, body, signal) => callWith(transport, 'POST /api/scripts', { form: body, signal }),
      )
      if (!script) {
        setOutcome({ tone: 'info', title: 'Upload cancelled', text: 'Nothing was published.' })
        return
      }
      invalidateScriptLists(queryClient)
      setPublished(script)
    } catch (error) {
      // An earlier attempt was published with other entries. The next one is meant as another script.
      if (error instanceof ApiError && error.code === 'conflict' && error.retryAfter === undefined)
        setIdempotencyKey(createIdempotencyKey())
      applyScriptErrors(error, {
        form,
        archive,
        images,
        discardArchive,
        showMessage: (text) =>
          setOutcome({ tone: 'danger', title: 'Failed to submit script. Please try again.', text }),
      })
    }
  }
  return { submit, cancel, upload: state, outcome, published }
}

/** Not randomUUID: browsers offer it to pages with https only. */
function createIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
