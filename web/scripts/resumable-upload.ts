import { Upload } from 'tus-js-client'
import type { DetailedError } from 'tus-js-client'

import { CallFailure, failureOf } from '#web/app/call.ts'

import type { OnSent } from './upload-file.ts'

// About four minutes without a single byte; every byte that arrives starts them anew.
const retryDelays = [0, 1000, 3000, 5000, 10_000, 15_000, 30_000, 30_000, 30_000, 60_000, 60_000]
// A connection that answers and still takes no byte of the file will not take any later either.
const fruitlessMax = 3

/** Sends a file to an address that knows how far it is, and goes on there until all of it has arrived. */
export function sendResumably(
  file: File,
  address: string,
  {
    signal,
    onSent,
    onWaiting,
  }: { signal: AbortSignal; onSent: OnSent; onWaiting: (isWaiting: boolean) => void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const mayGoOn = patience()
    let isWaiting = false
    const wait = (next: boolean) => {
      if (next !== isWaiting) onWaiting((isWaiting = next))
    }
    const upload = new Upload(file, {
      uploadUrl: address,
      storeFingerprintForResuming: false,
      retryDelays,
      onProgress: (sent) => {
        wait(false)
        onSent(sent / file.size)
      },
      onShouldRetry: (error) => {
        const goesOn = mayGoOn(error)
        wait(goesOn)
        return goesOn
      },
      onSuccess: () => {
        signal.removeEventListener('abort', stop)
        wait(false)
        resolve()
      },
      onError: (error) => {
        signal.removeEventListener('abort', stop)
        wait(false)
        reject('originalRequest' in error ? refusalOf(error) : error)
      },
    })
    function stop(): void {
      void upload.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    upload.start()
  })
}

/** Frees what an upload left on the server, as far as the connection allows. */
export async function endUpload(address: string): Promise<void> {
  await Upload.terminate(new URL(address, location.href).href, { retryDelays: [1000, 5000] }).catch(
    () => undefined,
  )
}

/** Decides after each failure whether it is worth to go on. */
function patience(): (error: DetailedError) => boolean {
  let stuckAt: string | undefined
  let fruitless = 0
  return ({ originalRequest, originalResponse }) => {
    const status = originalResponse?.getStatus() ?? 0
    const isRefused = status >= 400 && status < 500 && ![409, 423, 429].includes(status)
    if (isRefused || !navigator.onLine) return false
    if (originalRequest.getMethod() !== 'PATCH') return true
    const offset = originalRequest.getHeader('Upload-Offset')
    fruitless = offset === stuckAt ? fruitless + 1 : 1
    stuckAt = offset
    return fruitless < fruitlessMax
  }
}

function refusalOf({ originalResponse }: DetailedError): CallFailure {
  if (!originalResponse) return new CallFailure('Network error occurred', { code: 'network' })
  const retryAfter = Number(originalResponse.getHeader('Retry-After')) || undefined
  const body = parse(originalResponse.getBody())
  return failureOf({ status: originalResponse.getStatus(), statusText: '', retryAfter, body })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
