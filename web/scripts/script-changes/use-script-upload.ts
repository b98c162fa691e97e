import { useEffect, useReducer, useRef, useState } from 'react'

import { ApiError } from '#web/app/call.ts'
import { applyServerErrors } from '#web/app/use-form-mutation.ts'

import type { ScriptEntries } from './ScriptEditor.tsx'
import {
  uploadForm,
  uploadReducer,
  type SendForm,
  type UploadEvent,
  type UploadPayload,
  type UploadedArchive,
} from './upload-script.ts'
import type { Outcome } from './UploadForm.tsx'
import { scriptFields } from './use-script-form.ts'

/** Sends a form of a script with its files, and shows what came of it in the form. */
export function useScriptUpload(
  { form, archive, images }: ScriptEntries,
  {
    cancelled,
    failed,
    onError = (error, showError) => showError(error),
  }: {
    /** What an upload that was cancelled has left. */
    cancelled: string
    /** The title of an error, which may have a text. */
    failed: (text: string) => string
    /** By default the error is shown. */
    onError?: (error: unknown, showError: (error: unknown) => void) => void | Promise<void>
  },
) {
  const [upload, dispatch] = useReducer(uploadReducer, undefined)
  const report = (event: UploadEvent) => dispatch({ ...event, at: performance.now() })
  const controller = useRef<AbortController>(undefined)
  const uploadedArchive = useRef<UploadedArchive>(undefined)
  // Leaving the page cancels the upload.
  useEffect(() => () => controller.current?.abort(), [])
  const [outcome, setOutcome] = useState<Outcome>()
  const idempotency = useIdempotencyKey()
  /** The next attempt uploads the archive again. */
  const discardArchive = () => (uploadedArchive.current = undefined)
  const rejectArchive = (message: string) => {
    discardArchive()
    archive.showProblem(message)
  }
  /** Shows the server's messages at the fields, files included. A rejected archive has to be uploaded again. */
  const showError = (error: unknown) =>
    applyServerErrors(error, {
      setError: form.setError,
      texts: {
        fallback: '',
        unauthenticated: 'Your session had expired. Everything you entered is still here.',
      },
      fields: [...scriptFields, 'teamId'],
      otherFields: {
        scriptFile: rejectArchive,
        fileKey: rejectArchive,
        fileSize: rejectArchive,
        fileName: rejectArchive,
        images: images.showProblem,
        number: (message) => form.setError('version', { message }),
        removeImages: images.showProblem,
        imageOrder: images.showProblem,
      },
      showMessage: (text) => setOutcome({ tone: 'danger', title: failed(text), text }),
    })

  /** Resolves to undefined if nothing was saved. */
  async function send<Result>(
    payload: UploadPayload,
    sendForm: SendForm<Result>,
  ): Promise<Result | undefined> {
    setOutcome(undefined)
    const { signal } = (controller.current = new AbortController())
    const uploaded = uploadedArchive.current
    const isUsable = uploaded?.file === payload.archive && (uploaded?.expiresAt ?? 0) > Date.now()
    try {
      return await uploadForm(payload, {
        signal,
        dispatch: report,
        uploadedArchive: isUsable ? uploaded : undefined,
        onArchiveUploaded: (stored) => (uploadedArchive.current = stored),
        sendForm,
      }).finally(() => report({ type: 'ended' }))
    } catch (error) {
      if (signal.aborted) setOutcome({ tone: 'info', title: 'Upload cancelled', text: cancelled })
      else {
        idempotency.renewAfter(error)
        await onError(error, showError)
      }
      return undefined
    }
  }
  return {
    send,
    upload,
    outcome,
    setOutcome,
    onCancelUpload: () => controller.current?.abort(),
    discardArchive,
    /** For a call that adds something. */
    idempotent: { 'idempotency-key': idempotency.key },
  }
}

/** One key for all attempts: if only the response was lost, the next attempt publishes nothing twice. */
function useIdempotencyKey() {
  const [key, setKey] = useState(createKey)
  return {
    key,
    /** An earlier attempt was published with other entries. The next one is meant as another script or version. */
    renewAfter: (error: unknown) => {
      if (error instanceof ApiError && error.code === 'conflict' && error.retryAfter === undefined)
        setKey(createKey())
    },
  }
}

/** Not randomUUID: browsers offer it to pages with https only. */
function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
