import { useEffect, useState } from 'react'

/** True once the browser has nothing better to do: for what may come after everything that is read. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}

/** Runs something when the browser is idle; gives back what keeps it from running. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callback yet.
  if (!('requestIdleCallback' in window)) {
    const handle = setTimeout(run, 300)
    return () => clearTimeout(handle)
  }
  const handle = requestIdleCallback(run, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}
