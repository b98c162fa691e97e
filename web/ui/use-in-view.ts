import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Returns whether an element is in the viewport of a visible tab. */
export function useInView(frame: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!frame.current) return undefined
    let isOnScreen = true
    const update = () => setInView(isOnScreen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? true
      update()
    })
    observer.observe(frame.current)
    document.addEventListener('visibilitychange', update)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', update)
    }
  }, [frame])
  return isInView
}
