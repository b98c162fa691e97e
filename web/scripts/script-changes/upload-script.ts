import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { call, ApiError, urlOf, type Transport, type CallResponse } from '#web/app/call.ts'

import { retryWhenOnline } from './retry-when-online.ts'

type UploadSpeed = { at: number; sentBytes: number; bytesPerSecond: number | undefined }

const sampleMs = 250

const smoothingMs = 3000

/** The upload of a script: its archive to a signed URL if it is large, then the form, then the server's processing. */
export type UploadState = {
  phase: 'archive' | 'form' | 'processing'
  /** The archive and the images together. */
  totalBytes: number
  sentBytes: number
  isPaused: boolean
  formHasArchive: boolean
  formHasImages: boolean
  /** The upload to the signed URL failed. */
  isFallback: boolean
  speed: UploadSpeed
}

export type UploadEvent =
  | {
      type: 'started'
      phase: 'archive' | 'form'
      totalBytes: number
      formHasArchive: boolean
      formHasImages: boolean
    }
  | { type: 'progress'; sentBytes: number }
  | { type: 'paused'; isPaused: boolean }
  | { type: 'archive-uploaded' }
  | { type: 'archive-failed' }
  /** Also for a retry after a pause. */
  | { type: 'form-started'; sentBytes: number }
  | { type: 'form-sent' }
  | { type: 'ended' }

/** `at` in milliseconds, for the speed: it is measured again after each event other than progress. */
export function uploadReducer(
  state: UploadState | undefined,
  event: UploadEvent & { at: number },
): UploadState | undefined {
  if (event.type === 'ended') return undefined
  if (event.type === 'started') {
    const { phase, totalBytes, formHasArchive, formHasImages, at: now } = event
    const sent = { sentBytes: 0, speed: startSpeed(0, now), isPaused: false, isFallback: false }
    return { phase, totalBytes, formHasArchive, formHasImages, ...sent }
  }
  if (!state) return state
  if (event.type === 'progress') {
    const { sentBytes, at: now } = event
    return { ...state, sentBytes, speed: nextSpeed(state.speed, sentBytes, now) }
  }
  const next = { ...state, ...changeBy(event, state) }
  return { ...next, speed: startSpeed(next.sentBytes, event.at) }
}

function changeBy(
  event: Exclude<UploadEvent, { type: 'started' | 'progress' | 'ended' }>,
  { totalBytes }: UploadState,
): Partial<UploadState> {
  if (event.type === 'paused') return { isPaused: event.isPaused }
  if (event.type === 'archive-uploaded') return { formHasArchive: false }
  if (event.type === 'archive-failed') return { isFallback: true, isPaused: false }
  if (event.type === 'form-started') return { phase: 'form', sentBytes: event.sentBytes }
  return { phase: 'processing', sentBytes: totalBytes }
}

export function startSpeed(sentBytes: number, now: number): UploadSpeed {
  return { at: now, sentBytes, bytesPerSecond: undefined }
}

/** Exponentially smoothed over about three seconds, so that the displayed value does not jump with each packet. */
export function nextSpeed(speed: UploadSpeed, sentBytes: number, now: number): UploadSpeed {
  const elapsedMs = now - speed.at
  if (elapsedMs < sampleMs) return speed
  const latest = (Math.max(0, sentBytes - speed.sentBytes) / elapsedMs) * 1000
  const weight = 1 - Math.exp(-elapsedMs / smoothingMs)
  const previous = speed.bytesPerSecond ?? latest
  return { at: now, sentBytes, bytesPerSecond: previous + weight * (latest - previous) }
}

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
export type UploadedArchive = { file: File; fileKey: string; expiresAt: number }

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
export async function uploadForm<Result>(
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
