import type { Analytics } from '#contract/site/analytics.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { Card } from '#web/ui/Card.tsx'

import styles from './Analytics.module.css'
import { hoursText } from './hours-text.ts'

export function ReviewTimes({ reviews }: Pick<Analytics, 'reviews'>) {
  const { waiting, oldestHours, decided, medianHours, slowestHours } = reviews
  return (
    <Card as="section" padding="md" aria-labelledby="reviews-title">
      <div className="flex wrap baseline between gap-1-4 mb-4">
        <h2 className="text-h3" id="reviews-title">
          Reviews
        </h2>
        <span className="faint text-sm">From the submission to the decision</span>
      </div>
      <dl className={styles.figures}>
        <Figure label="Waiting now" value={fullNumber(waiting)} />
        <Figure label="Longest wait" value={hoursText(oldestHours)} />
        <Figure label="Decided in the period" value={fullNumber(decided)} />
        <Figure label="Median time to a decision" value={hoursText(medianHours)} />
        <Figure label="Slowest" value={hoursText(slowestHours)} />
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
