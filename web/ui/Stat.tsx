import type { ReactNode } from 'react'

import styles from './Stat.module.css'

/** `label` is for screen readers, `title` is the exact number. */
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
