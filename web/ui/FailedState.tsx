import { CloudOff, RotateCw } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { ContourTile } from './ContourTile.tsx'
import styles from './State.module.css'

/** A region that could not be loaded. The rest of the page goes on working. */
export function FailedState({
  title,
  text,
  onRetry,
  isRetrying = false,
  heading: Heading = 'h2',
}: {
  title: string
  text?: ReactNode
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
  heading?: 'h1' | 'h2' | 'h3'
}) {
  const place = useRef<HTMLDivElement>(null)
  // A retry that succeeds takes the button away with the focus on it; the page's content takes the focus over.
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const main = element.closest<HTMLElement>('main')
      queueMicrotask(() => main?.focus({ preventScroll: true }))
    }
  }, [])
  return (
    <div ref={place} className={styles.state} role="alert">
      <ContourTile icon={<CloudOff />} color="#ef4444" className={styles.tile} />
      <Heading>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {onRetry && (
        <div className={styles.action}>
          <Button icon={<RotateCw />} onClick={onRetry} isBusy={isRetrying} busyText="Trying…">
            Try Again
          </Button>
        </div>
      )}
    </div>
  )
}
