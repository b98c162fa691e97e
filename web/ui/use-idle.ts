import { useEffect, useState } from 'react'

/** True once the browser has nothing better to do: for what may come after everything that is read. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const settle = () => setIdle(true)
    // Safari has no idle callback yet.
    if (!('requestIdleCallback' in window)) {
      const handle = setTimeout(settle, 300)
      return () => clearTimeout(handle)
    }
    const handle = requestIdleCallback(settle, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return isIdle
}
