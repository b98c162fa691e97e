import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import styles from './ContourTile.module.css'
import { tintOf } from './tint.ts'

/** Stands in for a picture: an icon on contour lines in a tint. Its size comes from `className`. */
export function ContourTile({
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
      <span className={styles.lines} />
      <span className={styles.icon}>{icon}</span>
    </div>
  )
}
