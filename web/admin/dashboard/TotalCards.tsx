import type { SiteStats } from '#contract/records/stats.ts'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { compare } from './comparison.ts'
import styles from './DashboardPage.module.css'
import { totals as shownTotals } from './totals.ts'

export function TotalCards({
  period,
  totals,
  historical,
}: {
  period: number
  totals: SiteStats | undefined
  historical: { stats: SiteStats | null } | undefined
}) {
  return (
    <section aria-label="Totals" aria-busy={!totals} className={styles.totals}>
      {shownTotals.map(({ key, label, icon: Icon }) => (
        <Card key={key} padding="md" className={styles.total}>
          <h2 className={styles.totalLabel}>
            <Icon />
            {label}
          </h2>
          <div className={styles.totalValue} title={totals && fullNumber(totals[key])}>
            {totals ? shortNumber(totals[key]) : <Skeleton width={80} />}
          </div>
          <p className={styles.delta}>
            {totals && historical && (
              <Change current={totals[key]} previous={historical.stats?.[key]} period={period} />
            )}
          </p>
        </Card>
      ))}
    </section>
  )
}

function Change({
  current,
  previous,
  period,
}: {
  current: number
  previous: number | undefined
  period: number
}) {
  if (previous === undefined) return 'No earlier snapshot'
  const { text, tone } = compare(current, previous)
  return (
    <>
      <b className={styles[tone]}>{text}</b> vs {period} days ago
    </>
  )
}
