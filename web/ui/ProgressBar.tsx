import { useId } from 'react'

import { classNames } from './class-names.ts'
import styles from './ProgressBar.module.css'

/** `percent` null: it goes on, but nobody knows how far. `valueText` says more than the number: speed, time left. */
export function ProgressBar({
  label,
  percent,
  valueText,
  tone = 'brand',
  isLabelHidden = false,
}: {
  label: string
  percent: number | null
  valueText?: string | undefined
  tone?: 'brand' | 'ok' | 'danger'
  isLabelHidden?: boolean | undefined
}) {
  const labelId = useId()
  const known = percent === null ? null : Math.min(100, Math.max(0, Math.round(percent)))
  const value = valueText ?? (known === null ? '' : `${known}%`)
  return (
    <div className={classNames(styles.progress, tone !== 'brand' && styles[tone])}>
      <div className={isLabelHidden ? 'visually-hidden' : styles.top}>
        <span id={labelId} className={styles.label}>
          {label}
        </span>
        <span className={styles.value}>{value}</span>
      </div>
      <div className={styles.track}>
        <progress
          className={styles.native}
          aria-labelledby={labelId}
          max={100}
          {...(known !== null && { value: known })}
          {...(value && { 'aria-valuetext': value })}
        />
        <div
          aria-hidden="true"
          className={classNames(styles.fill, known === null && styles.unknown)}
          style={{ '--percent': known ?? 0 }}
        />
      </div>
    </div>
  )
}
