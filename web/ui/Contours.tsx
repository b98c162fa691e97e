import { lazy, Suspense, useRef } from 'react'

import styles from './Contours.module.css'
import { useBackgroundMotion } from './use-background-motion.ts'
import { useIdle } from './use-idle.ts'
import { useSeen } from './use-seen.ts'

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
