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
    <Card as="li" padding="md" className="flex column gap-3 min-0">
      <div className="row gap-3">
        {icon}
        <div className="grow min-0">
          <h2 className="text-h3 break">{title}</h2>
          <p className="faint text-sm">{note}</p>
        </div>
        {badge}
      </div>
      {children}
      <div className={`${styles.foot} pt-3 flex wrap gap-2 line-above`}>{buttons}</div>
    </Card>
  )
}
