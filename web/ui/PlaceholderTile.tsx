import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import styles from './PlaceholderTile.module.css'
import { tintOf } from './tint.ts'

/** Replaces a missing image. Its size comes from `className`. */
export function PlaceholderTile({
  icon,
  color,
  className,
}: {
  icon: ReactNode
  color?: string | null | undefined
  className?: string | undefined
}) {
  return (
    <div
      className={classNames(styles.tile, className)}
      style={{ '--tint': color === undefined ? 'var(--brand)' : tintOf(color) }}
      aria-hidden="true"
    >
      <span className={`cover ${styles.lines}`} />
      <span className={`grid center relative ${styles.icon}`}>{icon}</span>
    </div>
  )
}
