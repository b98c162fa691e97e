import type { ReactNode } from 'react'

import styles from './Toolbar.module.css'

export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <search className={styles.toolbar}>
      {children}
      {end && <div className={styles.end}>{end}</div>}
    </search>
  )
}
