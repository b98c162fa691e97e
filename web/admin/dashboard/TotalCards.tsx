import type { SiteStats } from '#contract/records/stats.ts'
import { fullNumber, shortNumber } from '#web/app/short-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './DashboardPage.module.css'
import { totals as shownTotals } from './dashboard.data.ts'

const tones = { up: 'success', down: 'error', same: 'muted' }
type Comparison = { text: string; tone: keyof typeof tones }

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
    <section aria-label="Totals" aria-busy={!totals} className={`grid gap-4 ${styles.totals}`}>
      {shownTotals.map(({ key, label, icon: Icon }) => (
        <Card key={key} padding="md" className={`grid gap-1 ${styles.total}`}>
          <h2 className="row gap-2 muted sans medium text-sm leading-snug">
            <Icon className="faint" />
            {label}
          </h2>
          <div className={styles.totalValue} title={totals && fullNumber(totals[key])}>
            {totals ? shortNumber(totals[key]) : <Skeleton width={80} />}
          </div>
          <p className={`text-sm faint ${styles.delta}`}>
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
      <b className={`${tones[tone]} numeric`}>{text}</b> vs {period} days ago
    </>
  )
}

/** Percent change from an earlier value; from 0 to any positive value it is 100. */
function percentChange(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  return ((current - previous) / previous) * 100
}

/** Rounded to whole percents, or under one percent to one decimal; `~0%` if that is zero. */
export function compare(current: number, previous: number): Comparison {
  const change = percentChange(current, previous)
  const tenths = Math.round(Math.abs(change) * 10) / 10
  if (tenths === 0) return { text: '~0%', tone: 'same' }
  const size = tenths < 1 ? tenths.toFixed(1) : String(Math.round(Math.abs(change)))
  return change > 0 ? { text: `+${size}%`, tone: 'up' } : { text: `-${size}%`, tone: 'down' }
}
