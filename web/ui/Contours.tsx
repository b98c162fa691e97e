import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

import styles from './Contours.module.css'
import { useBackgroundMotion } from './use-background-motion.ts'

const ContourLines = lazy(async () => ({ default: (await import('./ContourLines.tsx')).ContourLines }))

/**
 * The drifting lines behind the head of a page. They are drawn inline and after the browser has gone idle,
 * so that they are never the largest thing painted; out of sight they stand still.
 */
export function Contours() {
  const frame = useRef<HTMLDivElement>(null)
  const isIdle = useIdle()
  const isSeen = useSeen(frame)
  const { isStill } = useBackgroundMotion()
  return (
    <div
      ref={frame}
      className={styles.contours}
      data-still={isStill || !isSeen || undefined}
      aria-hidden="true"
    >
      {isIdle && (
        <Suspense>
          <ContourLines />
        </Suspense>
      )}
    </div>
  )
}

function useIdle(): boolean {
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

function useSeen(frame: RefObject<HTMLElement | null>): boolean {
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
