import type { ReactNode } from 'react'

import styles from './Stat.module.css'

/** A small number with an icon: downloads on a card. The label is for ears, `title` for the exact number. */
export function Stat({
  icon,
  label,
  value,
  title,
}: {
  icon: ReactNode
  label: string
  value: ReactNode
  title?: string | undefined
}) {
  return (
    <span className={styles.stat} title={title}>
      {icon}
      <span className="visually-hidden">{label} </span>
      {value}
    </span>
  )
}
