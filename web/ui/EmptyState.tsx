import type { ReactNode } from 'react'

import { PlaceholderTile } from './PlaceholderTile.tsx'
import styles from './State.module.css'

export function EmptyState({
  icon,
  title,
  text,
  action,
  heading: Heading = 'h2',
}: {
  icon: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}) {
  return (
    <div className={styles.state}>
      <PlaceholderTile icon={icon} className={styles.tile} />
      <Heading>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
