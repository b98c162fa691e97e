import { lazy, Suspense } from 'react'

import styles from './Contours.module.css'
import { useIdle } from './use-idle.ts'

const ContourLines = lazy(async () => ({ default: (await import('./ContourLines.tsx')).ContourLines }))

/**
 * The drifting lines behind the head of a page. They are drawn inline and after the browser has gone idle,
 * so that they are never the largest thing painted.
 */
export function Contours() {
  const isIdle = useIdle()
  return (
    <div className={styles.contours} aria-hidden="true">
      {isIdle && (
        <Suspense>
          <ContourLines />
        </Suspense>
      )}
    </div>
  )
}
