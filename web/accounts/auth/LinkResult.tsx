import { Link } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import styles from './LinkCard.module.css'

/** The result of a mailed link. It takes the focus, because the focused form has been removed. */
export function LinkResult({
  icon,
  title,
  text,
  action = (
    <Link to="/" className={buttonClass({ variant: 'cta' })}>
      Go to the homepage
    </Link>
  ),
}: {
  icon: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
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

/** The result of a mailed link whose call failed, with a way to try it again. */
export function LinkFailed({
  title,
  error,
  busyText,
  isFetching,
  refetch,
}: {
  title: string
  error: Error
  busyText: string
  isFetching: boolean
  refetch: () => Promise<unknown>
}) {
  return (
    <LinkResult
      icon={<CloudOff />}
      title={title}
      text={error.message}
      action={
        <Button variant="cta" isBusy={isFetching} busyText={busyText} onClick={() => void refetch()}>
          Try Again
        </Button>
      }
    />
  )
}
