import { useId } from 'react'

import { classNames } from './class-names.ts'
import styles from './ProgressBar.module.css'

/** `percent` null: indeterminate. `valueText` replaces the percentage, for example with speed and time left. */
export function ProgressBar({
  label,
  percent,
  valueText,
}: {
  label: string
  percent: number | null
  valueText?: string | undefined
}) {
  const labelId = useId()
  const known = percent === null ? null : Math.min(100, Math.max(0, Math.round(percent)))
  const value = valueText ?? (known === null ? '' : `${known}%`)
  return (
    <div className="grid gap-6px text-sm">
      <div className="flex between gap-3">
        <span id={labelId} className="strong ellipsis">
          {label}
        </span>
        <span className="rigid muted numeric">{value}</span>
      </div>
      <div className={`relative clip fill-3 forced-frame ${styles.track}`}>
        <progress
          className={`full-size absolute ${styles.native}`}
          aria-labelledby={labelId}
          max={100}
          {...(known !== null && { value: known })}
          {...(value && { 'aria-valuetext': value })}
        />
        <div
          aria-hidden="true"
          className={classNames('tall', styles.fill, known === null && styles.unknown)}
          style={{ '--percent': known ?? 0 }}
        />
      </div>
    </div>
  )
}
