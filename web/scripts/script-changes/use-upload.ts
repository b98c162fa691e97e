import { useEffect, useReducer, useRef } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'

import { uploadScript } from './upload-script.ts'
import type { ScriptPayload, SendForm, UploadedArchive } from './upload-script.ts'
import { uploadReducer } from './upload-state.ts'
import type { UploadEvent, UploadState } from './upload-state.ts'

/** Uploads a script and reports its progress. Leaving the page cancels the upload. */
export function useUpload(): {
  state: UploadState | undefined
  /** Resolves to undefined if the user cancelled. */
  start: (payload: ScriptPayload, sendForm: SendForm) => Promise<Script | undefined>
  cancel: () => void
  /** The next attempt uploads the archive again. */
  discardArchive: () => void
} {
  const [state, dispatch] = useReducer(uploadReducer, undefined)
  const controller = useRef<AbortController>(undefined)
  const uploadedArchive = useRef<UploadedArchive>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const report = (event: UploadEvent) => dispatch({ ...event, at: performance.now() })

  async function start(payload: ScriptPayload, sendForm: SendForm): Promise<Script | undefined> {
    const { signal } = (controller.current = new AbortController())
    const uploaded = uploadedArchive.current
    const isUsable = uploaded?.file === payload.archive && (uploaded?.expiresAt ?? 0) > Date.now()
    try {
      return await uploadScript(payload, {
        signal,
        dispatch: report,
        uploadedArchive: isUsable ? uploaded : undefined,
        onArchiveUploaded: (archive) => (uploadedArchive.current = archive),
        sendForm,
      })
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      report({ type: 'ended' })
    }
  }
  return {
    state,
    start,
    cancel: () => controller.current?.abort(),
    discardArchive: () => (uploadedArchive.current = undefined),
  }
}
