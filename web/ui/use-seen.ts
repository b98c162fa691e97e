import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Whether something is on the screen, of a tab that is looked at: what moves out of sight only costs. */
export function useSeen(frame: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    if (!frame.current) return undefined
    let isOnScreen = true
    const tell = () => setSeen(isOnScreen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? true
      tell()
    })
    observer.observe(frame.current)
    document.addEventListener('visibilitychange', tell)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', tell)
    }
  }, [frame])
  return isSeen
}
