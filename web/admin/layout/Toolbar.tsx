import type { ReactNode } from 'react'

import styles from './Toolbar.module.css'

export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <search className={`${styles.toolbar} row wrap gap-3`}>
      {children}
      {end && <div className="row gap-3 push">{end}</div>}
    </search>
  )
}
