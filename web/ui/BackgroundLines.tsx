import { lazy, Suspense } from 'react'

import styles from './BackgroundLines.module.css'
import { useIdle } from './use-idle.ts'

const LinePattern = lazy(async () => ({ default: (await import('./LinePattern.tsx')).LinePattern }))

/** Decorative lines. Rendered when the browser is idle, so that they are not the largest contentful paint. */
export function BackgroundLines() {
  const isIdle = useIdle()
  return (
    <div className={styles.background} aria-hidden="true">
      {isIdle && (
        <Suspense>
          <LinePattern />
        </Suspense>
      )}
    </div>
  )
}
