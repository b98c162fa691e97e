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
