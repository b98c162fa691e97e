import { CallFailure } from '#web/app/call.ts'

// A broken connection is often noticed by the request a moment before the browser says that it is offline, and a
// restored one by the browser a moment before a request gets through.
const graceMs = 400

/**
 * Does a step of an upload; offline it is broken off, waits, and is done once more when the connection is back.
 * `onPause` hears of the waiting.
 */
export async function whileOnline<Result>(
  step: (signal: AbortSignal) => Promise<Result>,
  { signal, onPause }: { signal: AbortSignal; onPause: (isPaused: boolean) => void },
): Promise<Result> {
  for (;;) {
    if (!navigator.onLine) {
      onPause(true)
      await backOnline(signal)
      await grace()
      signal.throwIfAborted()
      onPause(false)
    }
    const broken = new AbortController()
    const breakOff = () => broken.abort(new DOMException('Offline', 'AbortError'))
    addEventListener('offline', breakOff)
    try {
      return await step(AbortSignal.any([signal, broken.signal]))
    } catch (error) {
      signal.throwIfAborted()
      if (!broken.signal.aborted && !(await wentOffline(error))) throw error
    } finally {
      removeEventListener('offline', breakOff)
    }
  }
}

async function wentOffline(error: unknown): Promise<boolean> {
  if (!(error instanceof CallFailure) || error.code !== 'network') return false
  if (navigator.onLine) await grace()
  return !navigator.onLine
}

function grace(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, graceMs))
}

function backOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      removeEventListener('online', back)
      reject(signal.reason)
    }
    const back = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    addEventListener('online', back, { once: true })
    signal.addEventListener('abort', stop, { once: true })
  })
}
