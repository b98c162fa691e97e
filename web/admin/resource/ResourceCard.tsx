import type { ReactNode } from 'react'

import { Card } from '#web/ui/Card.tsx'

import styles from './ResourceCard.module.css'

export type CardControls = {
  onEdit: () => void
  onDelete: () => void
  isDeleting: boolean
  /** Why the user may change no record. */
  denial?: string | undefined
}

export function ResourceCard({
  title,
  note,
  icon,
  badge,
  buttons,
  children,
}: {
  title: string
  note: ReactNode
  icon?: ReactNode
  badge?: ReactNode
  buttons: ReactNode
  children: ReactNode
}) {
  return (
    <Card as="li" padding="md" className={styles.card}>
      <div className={styles.head}>
        {icon}
        <div className={styles.titles}>
          <h2>{title}</h2>
          <p className={styles.faint}>{note}</p>
        </div>
        {badge}
      </div>
      {children}
      <div className={styles.foot}>{buttons}</div>
    </Card>
  )
}
