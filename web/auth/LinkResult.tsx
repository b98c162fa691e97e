import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import styles from './LinkCard.module.css'

/** What became of a link. It takes the focus, because the form that had it is gone. */
export function LinkResult({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode
  title: string
  text?: ReactNode
  action: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div className="page-width">
      <div ref={place} tabIndex={-1} aria-live="polite" className={styles.result}>
        <Card padding="sm" className={styles.card}>
          <EmptyState heading="h1" {...{ icon, title, text, action }} />
        </Card>
      </div>
    </div>
  )
}
