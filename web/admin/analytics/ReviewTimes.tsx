import type { Analytics } from '#contract/analytics.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Card } from '#web/ui/Card.tsx'

import styles from './Analytics.module.css'

export function ReviewTimes({ reviews }: Pick<Analytics, 'reviews'>) {
  const { waiting, oldestHours, decided, medianHours, slowestHours } = reviews
  return (
    <Card as="section" padding="md" aria-labelledby="reviews-title">
      <div className={styles.head}>
        <h2 id="reviews-title">Reviews</h2>
        <span className={styles.note}>From the submission to the decision</span>
      </div>
      <dl className={styles.figures}>
        <Figure label="Waiting now" value={fullNumber(waiting)} />
        <Figure label="Oldest waits" value={durationText(oldestHours)} />
        <Figure label="Decided in the period" value={fullNumber(decided)} />
        <Figure label="Half were decided within" value={durationText(medianHours)} />
        <Figure label="Slowest" value={durationText(slowestHours)} />
      </dl>
    </Card>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

export function durationText(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return `${Math.round(hours * 60)} min`
  if (hours < 48) return `${Math.round(hours * 10) / 10} h`
  return `${Math.round((hours / 24) * 10) / 10} days`
}
