import { ApiError } from '#web/app/call.ts'

// A request often fails shortly before the browser reports that it is offline, and the browser often reports that it
// is online shortly before requests succeed.
const settleMs = 400

/** Runs a step. Going offline aborts it; it runs again once the browser is online. */
export async function retryWhenOnline<Result>(
  step: (signal: AbortSignal) => Promise<Result>,
  { signal, onPause }: { signal: AbortSignal; onPause: (isPaused: boolean) => void },
): Promise<Result> {
  for (;;) {
    if (!navigator.onLine) {
      onPause(true)
      await online(signal)
      await settle()
      signal.throwIfAborted()
      onPause(false)
    }
    const offline = new AbortController()
    const abort = () => offline.abort(new DOMException('Offline', 'AbortError'))
    addEventListener('offline', abort)
    try {
      return await step(AbortSignal.any([signal, offline.signal]))
    } catch (error) {
      signal.throwIfAborted()
      if (!offline.signal.aborted && !(await isOffline(error))) throw error
    } finally {
      removeEventListener('offline', abort)
    }
  }
}

async function isOffline(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'network') return false
  if (navigator.onLine) await settle()
  return !navigator.onLine
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, settleMs))
}

function online(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
