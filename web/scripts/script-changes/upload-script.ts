import { useEffect, useReducer, useRef } from 'react'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { call, ApiError, urlOf, type Transport, type CallResponse } from '#web/app/call.ts'

import { retryWhenOnline } from './retry-when-online.ts'
import { uploadReducer, type UploadEvent } from './upload-state.ts'

const typesByExtension: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  rar: 'application/vnd.rar',
  '7z': 'application/x-7z-compressed',
  tar: 'application/x-tar',
  gz: 'application/gzip',
  bz2: 'application/x-bzip2',
  xz: 'application/x-xz',
}

export type UploadPayload = {
  fields: Readonly<Record<string, string>>
  archive: File | undefined
  images: readonly File[]
  headers?: Readonly<Record<string, string>>
}

/** An archive that the server stores until a form names its key. */
type UploadedArchive = { file: File; fileKey: string; expiresAt: number }

export type SendForm<Result> = (transport: Transport, form: FormData, signal: AbortSignal) => Promise<Result>

type UploadContext = { signal: AbortSignal; dispatch: (event: UploadEvent) => void }

/** Errors that the form with the archive would get again. */
const finalErrors = new Set<ApiError['code']>([
  'validation',
  'too_large',
  'unauthenticated',
  'banned',
  'inactive',
  'suspended',
  'rate_limited',
])

/** Uploads a large archive to a signed URL first. If that fails, the form carries it, as it does with a small one. */
async function uploadForm<Result>(
  payload: UploadPayload,
  {
    signal,
    dispatch,
    uploadedArchive,
    onArchiveUploaded,
    sendForm,
  }: UploadContext & {
    /** From an earlier attempt. */
    uploadedArchive: UploadedArchive | undefined
    onArchiveUploaded: (uploaded: UploadedArchive) => void
    sendForm: SendForm<Result>
  },
): Promise<Result> {
  const { archive, images, headers = {} } = payload
  const archiveBytes = archive?.size ?? 0
  const totalBytes = images.reduce((sum, { size }) => sum + size, archiveBytes)
  const isDirect = archive && !uploadedArchive && archive.size > scriptLimits.directUploadOver
  dispatch({
    type: 'started',
    phase: isDirect ? 'archive' : 'form',
    totalBytes,
    formHasArchive: archive !== undefined && !uploadedArchive,
    formHasImages: images.length > 0,
  })

  let uploaded = uploadedArchive
  if (isDirect) {
    uploaded = await uploadArchive(archive, { signal, dispatch })
    if (uploaded) onArchiveUploaded(uploaded)
  }

  const sentBytes = uploaded ? archiveBytes : 0
  const transport = uploadTransport(headers, (fraction) =>
    dispatch(
      fraction < 1
        ? { type: 'progress', sentBytes: sentBytes + fraction * (totalBytes - sentBytes) }
        : { type: 'form-sent' },
    ),
  )
  return retryWhenOnline(
    (attemptSignal) => {
      dispatch({ type: 'form-started', sentBytes })
      return sendForm(transport, createForm(payload, uploaded), attemptSignal)
    },
    { signal, onPause: (isPaused) => dispatch({ type: 'paused', isPaused }) },
  )
}

/** Returns undefined after an error that the form with the archive may avoid. */
async function uploadArchive(
  file: File,
  { signal, dispatch }: UploadContext,
): Promise<UploadedArchive | undefined> {
  const onPause = (isPaused: boolean) => dispatch({ type: 'paused', isPaused })
  const body = {
    fileName: file.name,
    fileType: archiveType(file),
    folder: 'scripts',
    fileSize: file.size,
  } as const
  try {
    const { uploadUrl, fileKey, expiresAt } = await retryWhenOnline(
      (attemptSignal) => call('POST /api/scripts/upload-url', { body, signal: attemptSignal }),
      { signal, onPause },
    )
    const { uploadResumably } = await import('./resumable-upload.ts')
    const onProgress = (sentBytes: number) => dispatch({ type: 'progress', sentBytes })
    await uploadResumably(file, uploadUrl, { signal, onPause, onProgress })
    dispatch({ type: 'archive-uploaded' })
    return { file, fileKey, expiresAt: Date.parse(expiresAt) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError && finalErrors.has(error.code)) throw error
    dispatch({ type: 'archive-failed' })
    return undefined
  }
}

function createForm(
  { fields, archive, images }: UploadPayload,
  uploaded: UploadedArchive | undefined,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (uploaded) {
    form.set('fileKey', uploaded.fileKey)
    form.set('fileSize', String(uploaded.file.size))
  } else if (archive) form.set('scriptFile', archive)
  for (const image of images) form.append('images', image)
  return form
}

/** The media type from the browser, or by the extension if the browser knows none. */
export function archiveType({ name, type }: { name: string; type: string }): string {
  if (type) return type
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return typesByExtension[extension] ?? 'application/octet-stream'
}

/** Sends a multipart call with XMLHttpRequest: fetch does not report how much of a request body it has sent. */
function uploadTransport(
  headers: Readonly<Record<string, string>>,
  onProgress: (fraction: number) => void,
): Transport {
  return ({ name, params, query, form = new FormData(), signal, token }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const request = new XMLHttpRequest()
      request.responseType = 'json'
      request.open(name.slice(0, name.indexOf(' ')), urlOf(name, params, query))
      for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
      if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
      const abort = () => request.abort()
      signal?.addEventListener('abort', abort)
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      )
      request.upload.addEventListener('load', () => onProgress(1))
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('abort', () => reject(signal?.reason))
      request.addEventListener('error', () =>
        reject(new ApiError('Network error occurred', { code: 'network' })),
      )
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
      request.send(form)
    })
}

function responseOf(request: XMLHttpRequest): CallResponse {
  // null unless the body is JSON.
  const body: unknown = request.response
  return {
    status: request.status,
    statusText: request.statusText,
    retryAfter: Number(request.getResponseHeader('retry-after')) || undefined,
    body: body ?? undefined,
  }
}

/** Uploads the files of a form and reports the progress. Leaving the page cancels the upload. */
export function useUpload() {
  const [state, dispatch] = useReducer(uploadReducer, undefined)
  const controller = useRef<AbortController>(undefined)
  const uploadedArchive = useRef<UploadedArchive>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const report = (event: UploadEvent) => dispatch({ ...event, at: performance.now() })

  /** Resolves to undefined if the user cancelled. */
  async function start<Result>(
    payload: UploadPayload,
    sendForm: SendForm<Result>,
  ): Promise<Result | undefined> {
    const { signal } = (controller.current = new AbortController())
    const uploaded = uploadedArchive.current
    const isUsable = uploaded?.file === payload.archive && (uploaded?.expiresAt ?? 0) > Date.now()
    try {
      return await uploadForm(payload, {
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
    /** The next attempt uploads the archive again. */
    discardArchive: () => (uploadedArchive.current = undefined),
  }
}
