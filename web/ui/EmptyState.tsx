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
    <div className={`grid items-center gap-2 text-center ${styles.state}`}>
      <PlaceholderTile icon={icon} className={`mb-3 framed round-lg ${styles.tile}`} />
      <Heading>{title}</Heading>
      {text && <p className="muted">{text}</p>}
      {action && <div className="flex wrap centered gap-3 mt-4">{action}</div>}
    </div>
  )
}
