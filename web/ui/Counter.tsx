import type { ReactNode } from 'react'

import styles from './Counter.module.css'

/** A large number with its name: the hero, the dashboard, a profile. The number arrives already shortened. */
export function Counter({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.counter}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{value}</span>
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
}
