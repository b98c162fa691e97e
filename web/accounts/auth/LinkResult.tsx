import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import styles from './LinkCard.module.css'

/** The result of a mailed link. It takes the focus, because the focused form has been removed. */
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
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => result.current?.focus({ preventScroll: true }), [])
  return (
    <div className="page-width">
      <div ref={result} tabIndex={-1} aria-live="polite" className="no-outline">
        <Card padding="sm" className={`${styles.card} grid gap-5`}>
          <EmptyState heading="h1" {...{ icon, title, text, action }} />
        </Card>
      </div>
    </div>
  )
}
