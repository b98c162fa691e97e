import { fullNumber } from '#web/app/short-number.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './StatRow.module.css'

export function StatRow({
  label,
  stats,
}: {
  label: string
  stats: readonly { label: string; value: number | undefined }[]
}) {
  return (
    <section aria-label={label}>
      <dl className={`${styles.row} grid clip framed round-lg fill-1`}>
        {stats.map((stat) => (
          <div key={stat.label} className={`pad-4-5 ${styles.stat}`}>
            <dt className="muted text-sm leading-row">{stat.label}</dt>
            <dd>{stat.value === undefined ? <Skeleton width={56} /> : fullNumber(stat.value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
