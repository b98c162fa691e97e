import { Upload, type DetailedError } from 'tus-js-client'

import { ApiError, toApiError } from '#web/app/call.ts'

import { retryWhenOnline } from './retry-when-online.ts'

type Progress = {
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
  onPause: (isPaused: boolean) => void
}

// About four minutes without a byte: tus starts from the first delay again after each byte that arrives.
const retryDelays = [0, 1000, 3000, 5000, 10_000, 15_000, 30_000, 30_000, 30_000, 60_000, 60_000]
// A server that responds but stores no byte of three requests is not worth four minutes.
const attemptsPerOffsetMax = 3
// Responses to a request that may succeed later: conflict, locked, too many requests.
const transientStatuses = [409, 423, 429]

/** Uploads a file by tus. The server knows how much it has, so that an interrupted upload continues there. */
export async function uploadResumably(file: File, uploadUrl: string, progress: Progress): Promise<void> {
  try {
    await retryWhenOnline((signal) => runUpload(file, uploadUrl, { ...progress, signal }), progress)
  } catch (error) {
    void terminateUpload(uploadUrl)
    throw error
  }
}

function runUpload(file: File, uploadUrl: string, { signal, onProgress, onPause }: Progress): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const mayRetry = createRetryPolicy()
    let isPaused = false
    const pause = (next: boolean) => {
      if (next !== isPaused) onPause((isPaused = next))
    }
    const upload = new Upload(file, {
      uploadUrl,
      storeFingerprintForResuming: false,
      retryDelays,
      onProgress: (sentBytes) => {
        pause(false)
        onProgress(sentBytes)
      },
      onShouldRetry: (error) => {
        const isRetrying = mayRetry(error)
        pause(isRetrying)
        return isRetrying
      },
      onSuccess: () => {
        signal.removeEventListener('abort', abort)
        pause(false)
        resolve()
      },
      onError: (error) => {
        signal.removeEventListener('abort', abort)
        pause(false)
        reject('originalRequest' in error ? responseError(error) : error)
      },
    })
    function abort(): void {
      void upload.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    upload.start()
  })
}

/** Deletes what the server has of an upload, if the connection allows it. */
async function terminateUpload(uploadUrl: string): Promise<void> {
  const { href } = new URL(uploadUrl, location.href)
  await Upload.terminate(href, { retryDelays: [1000, 5000] }).catch(() => undefined)
}

function createRetryPolicy(): (error: DetailedError) => boolean {
  let lastOffset: string | undefined
  let attempts = 0
  return ({ originalRequest, originalResponse }) => {
    const status = originalResponse?.getStatus() ?? 0
    const isRejected = status >= 400 && status < 500 && !transientStatuses.includes(status)
    if (isRejected || !navigator.onLine) return false
    if (originalRequest.getMethod() !== 'PATCH') return true
    const offset = originalRequest.getHeader('Upload-Offset')
    attempts = offset === lastOffset ? attempts + 1 : 1
    lastOffset = offset
    return attempts < attemptsPerOffsetMax
  }
}

function responseError({ originalResponse }: DetailedError): ApiError {
  if (!originalResponse) return new ApiError('Network error occurred', { code: 'network' })
  const retryAfter = Number(originalResponse.getHeader('Retry-After')) || undefined
  const body = parseJson(originalResponse.getBody())
  return toApiError({ status: originalResponse.getStatus(), statusText: '', retryAfter, body })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
