import { CloudOff, RotateCw } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { PlaceholderTile } from './PlaceholderTile.tsx'
import styles from './State.module.css'

/** A region whose data could not be loaded. */
export function FailedState({
  title,
  text,
  query,
  heading: Heading = 'h2',
}: {
  title: string
  text?: ReactNode
  /** Offers to try again. */
  query?: { isFetching: boolean; refetch: () => unknown } | undefined
  heading?: 'h1' | 'h2' | 'h3'
}) {
  const container = useRef<HTMLDivElement>(null)
  // A successful retry removes the focused button: `main` takes the focus.
  useLayoutEffect(() => {
    const element = container.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const main = element.closest<HTMLElement>('main')
      queueMicrotask(() => main?.focus({ preventScroll: true }))
    }
  }, [])
  return (
    <div ref={container} className={`grid items-center gap-2 text-center ${styles.state}`} role="alert">
      <PlaceholderTile
        icon={<CloudOff />}
        color="#ef4444"
        className={`mb-3 framed round-lg ${styles.tile}`}
      />
      <Heading>{title}</Heading>
      {text && <p className="muted">{text}</p>}
      {query && (
        <div className="flex wrap centered gap-3 mt-4">
          <Button
            icon={<RotateCw />}
            onClick={() => void query.refetch()}
            isBusy={query.isFetching}
            busyText="Trying…"
          >
            Try Again
          </Button>
        </div>
      )}
    </div>
  )
}
