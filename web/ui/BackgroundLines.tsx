import styles from './BackgroundLines.module.css'
import { LinePattern } from './LinePattern.tsx'
import { useIdle } from './use-idle.ts'

/** Decorative lines. Rendered when the browser is idle, so that they are not the largest contentful paint. */
export function BackgroundLines() {
  const isIdle = useIdle()
  return (
    <div className={styles.background} aria-hidden="true">
      {isIdle && <LinePattern />}
    </div>
  )
}
