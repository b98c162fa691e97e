import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { useReviewMode } from '#web/app/use-review-mode.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/Card.tsx'

import { availability } from './script-changes.texts.ts'
import styles from './SubmitSuccess.module.css'

const redirectMs = 3000

/** Opens the page of the script after three seconds. */
export function SubmitSuccess({ script: { id, name, isInReview } }: { script: Script }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const reviewMode = useReviewMode()
  useEffect(() => {
    heading.current?.focus()
    const handle = setTimeout(
      () => void navigate({ to: '/scripts/$id', params: { id: String(id) }, replace: true }),
      redirectMs,
    )
    return () => clearTimeout(handle)
  }, [id, navigate])
  return (
    <Card
      as="section"
      padding="lg"
      className={`${styles.card} grid items-center gap-3 mb-16 clip text-center`}
      aria-labelledby="submitted"
    >
      <span className={`grid ${styles.icon} success`}>
        <CircleCheck />
      </span>
      <h2 id="submitted" ref={heading} tabIndex={-1}>
        Script submitted successfully!
      </h2>
      <p className={`${styles.text} mb-3 muted break`}>
        <strong>{name}</strong> {`is ${availability[reviewMode]}.`}
        {isInReview && ' Until then, only you and moderators can see it.'} Its page opens in 3 seconds.
      </p>
      <Link to="/scripts/$id" params={{ id: String(id) }} replace className={buttonClass({ variant: 'cta' })}>
        View Script
      </Link>
      <span className={`absolute ${styles.countdown}`} aria-hidden="true" />
    </Card>
  )
}
