import type { ReactNode } from 'react'

import styles from './Counter.module.css'

export function Counter({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="grid gap-2px">
      <span className="text-sm muted">{label}</span>
      <span className={styles.value}>{value}</span>
      {note && <span className="text-sm faint">{note}</span>}
    </div>
  )
}
